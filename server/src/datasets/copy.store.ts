import type { Selectable } from 'kysely'
import { insertMany } from '../db/insert-many.ts'
import type { Db } from '../db/schema.ts'
import type {
  DocumentFoldersTable,
  DocumentsTable,
  DocumentTagsTable,
  TagsTable,
} from '../db/schema-scholars.ts'

export const documentsOf = (db: Db, dataset_id: string): Promise<Selectable<DocumentsTable>[]> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const tagsOf = (db: Db, dataset_id: string): Promise<Selectable<TagsTable>[]> =>
  db.selectFrom('tags').selectAll().where('dataset_id', '=', dataset_id).orderBy('id').execute()

/** Where the documents of a dataset stand. */
export const placesIn = (db: Db, dataset_id: string): Promise<DocumentFoldersTable[]> =>
  db
    .selectFrom('document_folders')
    .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
    .innerJoin('documents', 'documents.id', 'document_folders.document_id')
    .select(['document_folders.document_id', 'document_folders.folder_id'])
    .where('folders.dataset_id', '=', dataset_id)
    .where('folders.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .execute()

/** Which tags the documents of a dataset carry. */
export const marksIn = (db: Db, dataset_id: string): Promise<DocumentTagsTable[]> =>
  db
    .selectFrom('document_tags')
    .innerJoin('tags', 'tags.id', 'document_tags.tag_id')
    .innerJoin('documents', 'documents.id', 'document_tags.document_id')
    .select(['document_tags.document_id', 'document_tags.tag_id'])
    .where('tags.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
    .execute()

export const insertDocuments = (db: Db, rows: Selectable<DocumentsTable>[]): Promise<void> =>
  insertMany(db, 'documents', rows)

export const insertTags = (db: Db, rows: Selectable<TagsTable>[]): Promise<void> =>
  insertMany(db, 'tags', rows)

export const insertPlaces = (db: Db, rows: DocumentFoldersTable[]): Promise<void> =>
  insertMany(db, 'document_folders', rows)

export const insertMarks = (db: Db, rows: DocumentTagsTable[]): Promise<void> =>
  insertMany(db, 'document_tags', rows)
