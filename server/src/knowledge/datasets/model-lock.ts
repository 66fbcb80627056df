import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'
import { mayEdit, requireDataset, roleOf } from './role.ts'

/**
 * Returns whether a copy that the caller makes of a dataset must stay closed to outside models for good: the dataset
 * is closed to them, the caller could not open it, and it has contents of its own besides papers of the library.
 */
export async function isLockedFor(ctx: Context, from: datasets.CountedDatasetRow): Promise<boolean> {
  return isClosedFor(ctx, from) && (await documents.hasContents(ctx.db, from.id))
}

const isClosedFor = (ctx: Context, row: datasets.CountedDatasetRow): boolean =>
  row.external_model_locked === 1 || (row.external_model_allowed === 0 && !mayEdit(roleOf(row, ctx.actor)))

/**
 * Locks target datasets into which the caller copies contents of datasets that are closed to outside models.
 *
 * @throws AppError `dataset.models_closed` when a target is open to outside models.
 */
export async function inheritModelLock(
  ctx: Context,
  rows: documents.DocumentRow[],
  target_ids: string[],
): Promise<void> {
  const contents = rows.filter(({ bytes_id, record_key }) => (bytes_id ?? record_key) !== null)
  for (const source_id of new Set(contents.map(({ dataset_id }) => dataset_id))) {
    if (!isClosedFor(ctx, await requireDataset(ctx, source_id, 'read'))) continue
    for (const target_id of target_ids.filter((id) => id !== source_id)) {
      const target = await requireDataset(ctx, target_id, 'write')
      if (target.external_model_allowed === 1) throw new AppError('dataset.models_closed')
      await datasets.update(ctx.db, target_id, { external_model_locked: 1 })
    }
  }
}
