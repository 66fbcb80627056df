import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { FoldersTable } from '../../platform/db/schema-knowledge.ts'

/** The tables whose rows go to the bin: they are marked with `deleted_at` before they are removed for good. */
const BIN_TABLES = ['datasets', 'folders', 'documents'] as const

/**
 * Returns the given folders of a dataset that were deleted after `since`, with all folders deleted by the same call.
 */
export function listDeletedFolders(
  db: Db,
  dataset_id: string,
  ids: string[],
  since: string,
): Promise<Selectable<FoldersTable>[]> {
  return db
    .selectFrom('folders')
    .selectAll()
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', '>', since)
    .where('removal', 'in', (removals) =>
      removals.selectFrom('folders').select('removal').where('id', 'in', ids),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Marks folders as deleted; `removal` identifies the call that deleted them. Documents deleted by the same call get the
 * same `deleted_at`, by which `restoreDocumentsOf` finds them.
 */
export async function markFoldersDeleted(
  db: Db,
  ids: string[],
  mark: { deleted_at: string; removal: string },
): Promise<void> {
  await inBatches(ids, (batch) => db.updateTable('folders').set(mark).where('id', 'in', batch).execute())
}

/** Restores folders; their documents are restored by `restoreDocumentsOf`, which has to come first. */
export async function restoreFolders(db: Db, ids: string[]): Promise<void> {
  const notDeleted = { deleted_at: null, removal: null }
  await inBatches(ids, (batch) =>
    db.updateTable('folders').set(notDeleted).where('id', 'in', batch).execute(),
  )
}

/** Marks documents as deleted; those already in the bin keep their time of deletion. */
export async function markDocumentsDeleted(db: Db, ids: string[], deleted_at: string): Promise<void> {
  await inBatches(ids, (batch) =>
    db
      .updateTable('documents')
      .set({ deleted_at })
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/**
 * Restores the documents that were deleted together with these folders, and returns their ids. They are recognized by
 * the time of deletion of their folder, so the folders must still be in the bin: call this before `restoreFolders`.
 */
export async function restoreDocumentsOf(db: Db, folder_ids: string[]): Promise<string[]> {
  const rows = await inBatches(folder_ids, (batch) =>
    db
      .updateTable('documents')
      .set({ deleted_at: null })
      .where('deleted_at', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('document_folders')
            .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
            .select('folder_id')
            .whereRef('document_folders.document_id', '=', 'documents.id')
            .whereRef('folders.deleted_at', '=', 'documents.deleted_at')
            .where('folder_id', 'in', batch),
        ),
      )
      .returning('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/**
 * Moves deletion times after `until` back to it: they come from a wrong clock and would keep rows in the bin for
 * years.
 */
export async function clampDeletionTimes(db: Db, until: string): Promise<void> {
  for (const table of BIN_TABLES)
    await db.updateTable(table).set({ deleted_at: until }).where('deleted_at', '>', until).execute()
}

/** Removes everything deleted at or before a time for good, with its contents. */
export async function removeDeletedBefore(db: Db, before: string): Promise<void> {
  for (const table of BIN_TABLES) await db.deleteFrom(table).where('deleted_at', '<=', before).execute()
}
