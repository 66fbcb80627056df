import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as documents from './document.store.ts'

/** Documents of one dataset, those in its bin too; as many as an archive of it may have. */
export const MAX_DOCUMENTS = 20_000

export const datasetFull = () =>
  new AppError('dataset.full', { limit: MAX_DOCUMENTS.toLocaleString('en-US') })

/**
 * Run it behind what has been added, in the same transaction.
 *
 * @throws AppError `dataset.full` where a dataset has more documents than it may.
 */
export async function requireCapacity(ctx: Pick<BaseContext, 'db'>, dataset_id: string): Promise<void> {
  if (await documents.hasMoreThan(ctx.db, dataset_id, MAX_DOCUMENTS)) throw datasetFull()
}
