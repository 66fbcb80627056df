// Keeps what a dataset closed to outside models holds from reaching them through a copy. `external_model_allowed` is the
// setting of a dataset, which whoever may edit it can change; `external_model_locked` closes it for good. Contents are
// files and records that users entered; papers of the library are not, since the library is open to all models.
// - A dataset is copied as a whole: `mustLockCopy` decides when the copy is created, `lockCopy` again for each batch that
//   the job of a large dataset adds later.
// - Documents are copied into datasets that exist already: `inheritModelLock`.
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'
import { mayEdit, requireDataset, roleOf } from './role.ts'

/**
 * Returns whether a copy that the caller makes of a dataset must stay closed to outside models for good: the dataset
 * is closed to them, the caller could not open it, and it has contents of its own besides papers of the library.
 */
export async function mustLockCopy(ctx: Context, from: datasets.CountedDatasetRow): Promise<boolean> {
  return isClosedFor(ctx, from) && (await documents.hasContents(ctx.db, from.id))
}

/** Returns whether a dataset is closed to outside models and the caller cannot open it. */
const isClosedFor = (ctx: Pick<Context, 'actor'>, row: datasets.CountedDatasetRow): boolean =>
  row.external_model_locked === 1 || (row.external_model_allowed === 0 && !mayEdit(roleOf(row, ctx.actor)))

/** Returns whether a document is more than a paper of the library: it has a file, or a record of its own. */
const isOwnContent = ({ bytes_id, record_key }: documents.DocumentRow): boolean =>
  (bytes_id ?? record_key) !== null

/**
 * Closes a copy in progress to outside models for good before these documents are added to it, if `mustLockCopy` would
 * now demand it: the source may have been closed, or received its first contents, since the copy was requested.
 */
export async function lockCopy(
  ctx: Pick<Context, 'db' | 'actor'>,
  from: datasets.CountedDatasetRow,
  to_id: string,
  rows: documents.DocumentRow[],
): Promise<void> {
  if (isClosedFor(ctx, from) && rows.some(isOwnContent))
    await datasets.update(ctx.db, to_id, { external_model_allowed: 0, external_model_locked: 1 })
}

/**
 * Locks target datasets into which the caller copies contents of datasets that are closed to outside models. Must run in
 * a transaction, which takes the locks back when a later target is refused.
 *
 * @throws AppError `dataset.models_closed` when a target is open to outside models.
 */
export async function inheritModelLock(
  ctx: Context,
  rows: documents.DocumentRow[],
  target_ids: string[],
): Promise<void> {
  for (const source_id of new Set(rows.filter(isOwnContent).map(({ dataset_id }) => dataset_id))) {
    if (!isClosedFor(ctx, await requireDataset(ctx, source_id, 'read'))) continue
    for (const target_id of target_ids.filter((id) => id !== source_id)) {
      const target = await requireDataset(ctx, target_id, 'write')
      if (target.external_model_allowed === 1) throw new AppError('dataset.models_closed')
      await datasets.update(ctx.db, target_id, { external_model_locked: 1 })
    }
  }
}
