import type { Selectable } from 'kysely'
import { insertMany } from '../db/insert-many.ts'
import { inParts } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentsTable, FoldersTable } from '../db/schema-scholars.ts'

type DocumentRow = Selectable<DocumentsTable>

/** Documents of a dataset behind one, in the order in which they were added. */
export function documentsAfter(
  db: Db,
  dataset_id: string,
  after: Pick<DocumentRow, 'created_at' | 'id'>,
  limit: number,
): Promise<DocumentRow[]> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('created_at', '>', after.created_at),
        and([eb('created_at', '=', after.created_at), eb('id', '>', after.id)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Which tags documents carry. */
export const marksOf = (db: Db, document_ids: string[]) =>
  inParts(document_ids, (part) =>
    db.selectFrom('document_tags').selectAll().where('document_id', 'in', part).execute(),
  )

export const insertFolders = (db: Db, rows: Selectable<FoldersTable>[]): Promise<void> =>
  insertMany(db, 'folders', rows)

/** Puts a document into those of these folders that are still the dataset's. */
export async function placeIn(db: Db, dataset_id: string, document_id: string, folder_ids: string[]) {
  const there = await db
    .selectFrom('folders')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('id', 'in', folder_ids)
    .execute()
  const rows = there.map(({ id }) => ({ document_id, folder_id: id }))
  await insertMany(db, 'document_folders', rows, 'leave')
}

/** Puts those of these tags on a document that are still the dataset's. */
export async function tagWith(db: Db, dataset_id: string, document_id: string, tag_ids: string[]) {
  const there = await db
    .selectFrom('tags')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('id', 'in', tag_ids)
    .execute()
  const rows = there.map(({ id }) => ({ document_id, tag_id: id }))
  await insertMany(db, 'document_tags', rows, 'leave')
}
