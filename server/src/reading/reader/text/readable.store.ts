import type { Selectable } from 'kysely'
import { readableDatasets } from '../../../platform/db/readable-datasets.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { ParsesTable } from '../../../platform/db/schema-documents.ts'
import type { DocumentsTable } from '../../../platform/db/schema-knowledge.ts'

export type DocumentRow = Selectable<DocumentsTable>
export type ParseRow = Pick<Selectable<ParsesTable>, 'id' | 'bytes_id' | 'state' | 'error' | 'facts'>

/** Selects documents of datasets that a user may read. */
const readableDocuments = (db: Db, user_id: string) =>
  db
    .selectFrom('documents')
    .selectAll('documents')
    .where('documents.deleted_at', 'is', null)
    .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))

/** Returns a document that the user may read; undefined when there is none, or the user may not. */
export function findDocument(db: Db, user_id: string, id: string): Promise<DocumentRow | undefined> {
  return readableDocuments(db, user_id).where('documents.id', '=', id).executeTakeFirst()
}

/**
 * Returns a document that the user may read and that is the file of a paper: a parsed one if possible, else the newest.
 * Undefined without one.
 */
export function findDocumentOfPaper(
  db: Db,
  user_id: string,
  paper_id: string,
): Promise<DocumentRow | undefined> {
  return readableDocuments(db, user_id)
    .where('documents.paper_id', '=', paper_id)
    .where('documents.bytes_id', 'is not', null)
    .orderBy(({ eb }) => eb.case().when('documents.parse_id', 'is', null).then(1).else(0).end())
    .orderBy('documents.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findParse(db: Db, id: string): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .select(['id', 'bytes_id', 'state', 'error', 'facts'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findBytes(db: Db, id: string) {
  return db
    .selectFrom('file_bytes')
    .select(['id', 'sha256', 'size_bytes', 'mime'])
    .where('id', '=', id)
    .executeTakeFirst()
}
