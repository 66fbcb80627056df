import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { FoldersTable } from '../../platform/db/schema-knowledge.ts'

export type FolderRow = Selectable<FoldersTable>

/** Returns all folders of a dataset in display order, each with the number of documents placed directly in it. */
export function listByDataset(
  db: Db,
  dataset_id: string,
): Promise<(FolderRow & { document_count: number })[]> {
  return db
    .selectFrom('folders')
    .selectAll('folders')
    .select((outer) =>
      outer
        .selectFrom('document_folders')
        .innerJoin('documents', 'documents.id', 'document_folders.document_id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('document_folders.folder_id', '=', 'folders.id')
        .where('documents.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('document_count'),
    )
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Returns the id of a folder's dataset; undefined for a folder that does not exist or is deleted. */
export async function findDatasetId(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('folders')
    .select('dataset_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.dataset_id
}

export async function insert(db: Db, row: FolderRow): Promise<void> {
  await db.insertInto('folders').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<FolderRow>): Promise<void> {
  await db.updateTable('folders').set(change).where('id', '=', id).execute()
}

/** Returns the pairs of one of the documents and a folder that contains it, by folder id, without deleted folders. */
export function findPlacements(db: Db, document_ids: string[]) {
  return inBatches(document_ids, (batch) =>
    db
      .selectFrom('document_folders')
      .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
      .selectAll('document_folders')
      .where('document_id', 'in', batch)
      .where('folders.deleted_at', 'is', null)
      .orderBy('folder_id')
      .execute(),
  )
}

/** Returns the ids of documents that are in these folders and in no other one that is not deleted. */
export async function findDocumentsOnlyIn(db: Db, folder_ids: string[]): Promise<string[]> {
  const rows = await inBatches(folder_ids, (batch) =>
    db.selectFrom('document_folders').select('document_id').where('folder_id', 'in', batch).execute(),
  )
  const documents = new Set(rows.map(({ document_id }) => document_id))
  const folders = new Set(folder_ids)
  for (const { document_id, folder_id } of await findPlacements(db, [...documents]))
    if (!folders.has(folder_id)) documents.delete(document_id)
  return [...documents]
}

/** Places documents into a folder and returns the ids of those that were not in it. */
export async function placeDocuments(db: Db, folder_id: string, document_ids: string[]): Promise<string[]> {
  const rows = await inBatches(document_ids, (batch) =>
    db
      .insertInto('document_folders')
      .values(batch.map((document_id) => ({ document_id, folder_id })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('document_id')
      .execute(),
  )
  return rows.map((row) => row.document_id)
}

/** Removes documents from one folder, or from all. */
export async function removePlacements(db: Db, document_ids: string[], folder_id?: string): Promise<void> {
  await inBatches(document_ids, (batch) =>
    db
      .deleteFrom('document_folders')
      .where('document_id', 'in', batch)
      .$if(folder_id !== undefined, (query) => query.where('folder_id', '=', folder_id ?? ''))
      .execute(),
  )
}
