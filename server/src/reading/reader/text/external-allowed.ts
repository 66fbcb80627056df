import { requireDataset } from '../../../knowledge/datasets/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from './readable.ts'

/** Whether what is read may be sent to a model outside: a record of the library may, a file as its dataset says. */
export async function mayUseExternalModel(
  ctx: Pick<Context, 'db' | 'actor'>,
  { file }: Pick<Readable, 'file'>,
): Promise<boolean> {
  if (!file) return true
  return (await requireDataset(ctx, file.dataset_id, 'read')).external_model_allowed === 1
}
