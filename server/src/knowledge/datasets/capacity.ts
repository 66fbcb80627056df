import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as documents from './document.store.ts'

/** Maximum number of documents per dataset, including its bin; an archive has the same limit. */
export const MAX_DOCUMENTS = 20_000

/** Creates the error for a dataset that has reached `MAX_DOCUMENTS`. */
export const datasetFull = () =>
  new AppError('dataset.full', { limit: MAX_DOCUMENTS.toLocaleString('en-US') })

/**
 * Checks the capacity of a dataset; call it after adding documents, in the same transaction.
 *
 * @throws AppError `dataset.full` when there are more than `MAX_DOCUMENTS`.
 */
export async function requireCapacity(ctx: Pick<BaseContext, 'db'>, dataset_id: string): Promise<void> {
  if (await documents.hasMoreThan(ctx.db, dataset_id, MAX_DOCUMENTS)) throw datasetFull()
}
