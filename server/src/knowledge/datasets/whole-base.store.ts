import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { DocumentsTable, FoldersTable } from '../../platform/db/schema-scholars.ts'

type DocumentRow = Selectable<DocumentsTable>

/** Returns documents of a dataset after the given one, in the order in which they were added. */
export function listDocumentsAfter(
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

/** Returns pairs of a document and a tag. */
export const findDocumentTags = (db: Db, document_ids: string[]) =>
  inBatches(document_ids, (part) =>
    db.selectFrom('document_tags').selectAll().where('document_id', 'in', part).execute(),
  )

export const insertFolders = (db: Db, rows: Selectable<FoldersTable>[]): Promise<void> =>
  insertMany(db, 'folders', rows)
