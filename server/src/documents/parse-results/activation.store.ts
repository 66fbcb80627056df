// Documents by their parses: `parse_id` is the active parse of a document, whose text is in use, and `next_parse_id`
// the one that will replace it.

import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { DocumentsTable } from '../../platform/db/schema-knowledge.ts'

export type DocumentRow = Selectable<DocumentsTable>

/** Returns documents by id, including deleted ones, in no particular order. */
export const findDocuments = (db: Db, ids: string[]): Promise<DocumentRow[]> =>
  inBatches(ids, (batch) => db.selectFrom('documents').selectAll().where('id', 'in', batch).execute())

/** Returns the documents that wait for a parse, ordered by id. */
export function listWaitingDocuments(db: Db, parse_id: string): Promise<DocumentRow[]> {
  return db.selectFrom('documents').selectAll().where('next_parse_id', '=', parse_id).orderBy('id').execute()
}

/** Returns the ids of those of the documents that a user may read. */
export async function filterReadable(db: Db, user_id: string, ids: string[]): Promise<string[]> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', batch)
      .where('dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** Returns the documents with these bytes that have an active version and are not deleted. */
export function listActiveByBytes(db: Db, bytes_id: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('bytes_id', '=', bytes_id)
    .where('parse_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Returns documents with an active version whose title was never determined, with the facts of that version. */
export function listUntitled(db: Db, limit: number) {
  return db
    .selectFrom('documents')
    .leftJoin('parses', 'parses.id', 'documents.parse_id')
    .select(['documents.id', 'parses.facts'])
    .where('documents.title', 'is', null)
    .where('documents.parse_id', 'is not', null)
    .limit(limit)
    .execute()
}

/** Sets these columns of documents. */
export async function updateDocuments(db: Db, ids: string[], change: Partial<DocumentRow>): Promise<void> {
  await inBatches(ids, (batch) => db.updateTable('documents').set(change).where('id', 'in', batch).execute())
}

/** Updates the progress of the documents that wait for a parse and have no active version. */
export async function updateProgress(
  db: Db,
  parse_id: string,
  change: Pick<DocumentRow, 'state' | 'progress' | 'updated_at'>,
): Promise<void> {
  await db
    .updateTable('documents')
    .set(change)
    .where('next_parse_id', '=', parse_id)
    .where('parse_id', 'is', null)
    .execute()
}

/** Returns stored bytes with their type and size. */
export function findBytes(db: Db, id: string) {
  return db.selectFrom('file_bytes').selectAll().where('id', '=', id).executeTakeFirst()
}
