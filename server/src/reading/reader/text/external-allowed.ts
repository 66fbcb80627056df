import { requireDataset } from '../../../knowledge/datasets/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from './readable.ts'

/**
 * Returns whether a target may be sent to an external model: a record of the library may, a file only if its dataset
 * allows it.
 */
export async function mayUseExternalModel(
  ctx: Pick<Context, 'db' | 'actor'>,
  { file }: Pick<Readable, 'file'>,
): Promise<boolean> {
  if (!file) return true
  return (await requireDataset(ctx, file.dataset_id, 'read')).external_model_allowed === 1
}
