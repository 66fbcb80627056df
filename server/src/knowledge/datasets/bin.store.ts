import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { FoldersTable } from '../../platform/db/schema-scholars.ts'

/** What of datasets can be deleted and brought back. */
const BIN_TABLES = ['datasets', 'folders', 'documents'] as const

/** Folders of a dataset that were deleted after `since`, and what was deleted with them. */
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

export async function binFolders(
  db: Db,
  ids: string[],
  mark: { deleted_at: string; removal: string },
): Promise<void> {
  await inBatches(ids, (part) => db.updateTable('folders').set(mark).where('id', 'in', part).execute())
}

export async function restoreFolders(db: Db, ids: string[]): Promise<void> {
  const none = { deleted_at: null, removal: null }
  await inBatches(ids, (part) => db.updateTable('folders').set(none).where('id', 'in', part).execute())
}

/** Those that are in the bin already stay there as they went. */
export async function markDocumentsDeleted(db: Db, ids: string[], deleted_at: string): Promise<void> {
  await inBatches(ids, (part) =>
    db
      .updateTable('documents')
      .set({ deleted_at })
      .where('id', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/** Brings the documents back that went with these folders, while those are still in the bin; answers which they were. */
export async function restoreDocumentsOf(db: Db, folder_ids: string[]): Promise<string[]> {
  const rows = await inBatches(folder_ids, (part) =>
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
            .where('folder_id', 'in', part),
        ),
      )
      .returning('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** What was deleted after `until` counts as deleted then: a wrong clock said otherwise, and it would stay for years. */
export async function clampDeletionTimes(db: Db, until: string): Promise<void> {
  for (const table of BIN_TABLES)
    await db.updateTable(table).set({ deleted_at: until }).where('deleted_at', '>', until).execute()
}

/** Removes what was deleted before, with everything in it. */
export async function removeDeletedBefore(db: Db, before: string): Promise<void> {
  for (const table of BIN_TABLES) await db.deleteFrom(table).where('deleted_at', '<=', before).execute()
}
