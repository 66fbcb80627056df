import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type {
  DocumentFoldersTable,
  DocumentsTable,
  DocumentTagsTable,
  FoldersTable,
  TagsTable,
} from '../../platform/db/schema-knowledge.ts'

/** Returns the tags of a dataset in the order of creation. */
export const listTags = (db: Db, dataset_id: string): Promise<Selectable<TagsTable>[]> =>
  db.selectFrom('tags').selectAll().where('dataset_id', '=', dataset_id).orderBy('id').execute()

/** Returns the total size in bytes of the records stored in the documents of a dataset. */
export async function sumRecordBytes(db: Db, dataset_id: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.sum<string | null>('record_bytes').as('bytes'))
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Inserts documents; existing ones stay unchanged. */
export const insertDocuments = (db: Db, rows: Selectable<DocumentsTable>[]): Promise<void> =>
  insertMany(db, 'documents', rows, 'leave')

export const insertTags = (db: Db, rows: Selectable<TagsTable>[]): Promise<void> =>
  insertMany(db, 'tags', rows)

/** Places documents into those of the folders that still belong to the dataset. */
export async function insertFolderPlacements(
  db: Db,
  dataset_id: string,
  rows: DocumentFoldersTable[],
): Promise<void> {
  const ids = [...new Set(rows.map(({ folder_id }) => folder_id))]
  const found = await inBatches(ids, (batch) =>
    db
      .selectFrom('folders')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('id', 'in', batch)
      .execute(),
  )
  const existing = new Set(found.map(({ id }) => id))
  await insertMany(
    db,
    'document_folders',
    rows.filter(({ folder_id }) => existing.has(folder_id)),
    'leave',
  )
}

/** Assigns those of the tags that still belong to the dataset to documents. */
export async function insertDocumentTags(
  db: Db,
  dataset_id: string,
  rows: DocumentTagsTable[],
): Promise<void> {
  const ids = [...new Set(rows.map(({ tag_id }) => tag_id))]
  const found = await inBatches(ids, (batch) =>
    db
      .selectFrom('tags')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('id', 'in', batch)
      .execute(),
  )
  const existing = new Set(found.map(({ id }) => id))
  await insertMany(
    db,
    'document_tags',
    rows.filter(({ tag_id }) => existing.has(tag_id)),
    'leave',
  )
}

type DocumentRow = Selectable<DocumentsTable>

/** Returns documents of a dataset after the given one, in the order in which they were added; the bin is left out. */
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

/** Returns the pairs of one of these documents and a tag, in no particular order. */
export const findDocumentTags = (db: Db, document_ids: string[]) =>
  inBatches(document_ids, (batch) =>
    db.selectFrom('document_tags').selectAll().where('document_id', 'in', batch).execute(),
  )

export const insertFolders = (db: Db, rows: Selectable<FoldersTable>[]): Promise<void> =>
  insertMany(db, 'folders', rows)
