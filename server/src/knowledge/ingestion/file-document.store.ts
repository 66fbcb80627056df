import { type Selectable, sql } from 'kysely'
import { countRows, inBatches } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { DocumentsTable } from '../../platform/db/schema-knowledge.ts'

export type DocumentRow = Selectable<DocumentsTable>

export async function insert(db: Db, row: DocumentRow): Promise<void> {
  await db.insertInto('documents').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<DocumentRow>): Promise<void> {
  await db.updateTable('documents').set(change).where('id', '=', id).execute()
}

/** Returns a document, deleted or not; undefined without one. */
export function find(db: Db, id: string): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns documents by id, deleted ones included, in no particular order. */
export function findByIds(db: Db, ids: string[]): Promise<DocumentRow[]> {
  return inBatches(ids, (batch) => db.selectFrom('documents').selectAll().where('id', 'in', batch).execute())
}

/**
 * Returns the document of a dataset that has these bytes, or will have them after a replacement; deleted ones
 * included. Undefined without one.
 */
export async function findByBytes(
  db: Db,
  dataset_id: string,
  bytes_id: string,
): Promise<DocumentRow | undefined> {
  const owner = await db
    .selectFrom('documents')
    .selectAll()
    .where('dataset_id', '=', dataset_id)
    .where('bytes_id', '=', bytes_id)
    .executeTakeFirst()
  if (owner) return owner
  return db
    .selectFrom('documents')
    .innerJoin('files', 'files.id', 'documents.next_file_id')
    .selectAll('documents')
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.next_parse_id', 'is not', null)
    .where('files.bytes_id', '=', bytes_id)
    .executeTakeFirst()
}

/** Returns documents of a dataset whose bytes have one of these SHA-256 hashes, deleted ones included. */
export function findByHashes(db: Db, dataset_id: string, hashes: string[]) {
  return inBatches(hashes, (batch) =>
    db
      .selectFrom('documents')
      .innerJoin('file_bytes', 'file_bytes.id', 'documents.bytes_id')
      .select(['documents.id', 'documents.name', 'documents.deleted_at', 'file_bytes.sha256'])
      .where('documents.dataset_id', '=', dataset_id)
      .where('file_bytes.sha256', 'in', batch)
      .execute(),
  )
}

/** Returns the files of a dataset that have one of these names, once for every folder they are in; oldest first. */
export function findFilesByName(db: Db, dataset_id: string, names: string[]) {
  return inBatches(names, (batch) =>
    db
      .selectFrom('documents')
      .leftJoin('document_folders', 'document_folders.document_id', 'documents.id')
      .select(['documents.id', 'documents.name', 'documents.creator_id', 'document_folders.folder_id'])
      .where('documents.dataset_id', '=', dataset_id)
      .where('documents.type', '=', 'file')
      .where('documents.deleted_at', 'is', null)
      .where('documents.name', 'in', batch)
      .orderBy('documents.created_at')
      .orderBy('documents.id')
      .execute(),
  )
}

/** Counts a user's documents that wait for their first parse or for a replacement file. */
export const countWaiting = (db: Db, creator_id: string): Promise<number> =>
  countRows(
    db
      .selectFrom('documents')
      .where('creator_id', '=', creator_id)
      .where('next_parse_id', 'is not', null)
      .where(({ or, eb }) => or([eb('parse_id', 'is', null), eb('next_file_id', 'is not', null)])),
  )

/** Returns a page of the documents of a dataset deleted after `since`, last deleted first, and their total number. */
export async function listDeletedSince(
  db: Db,
  dataset_id: string,
  since: string,
  { page_num, page_size }: { page_num: number; page_size: number },
) {
  const deleted = db
    .selectFrom('documents')
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', '>', since)
  const list = await deleted
    .selectAll()
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(deleted) }
}

/** Deletes a document for good. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('documents').where('id', '=', id).execute()
}

/** Returns the document of a paper in a dataset, deleted or not; undefined without one. */
export function findByPaper(db: Db, dataset_id: string, paper_id: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('dataset_id', '=', dataset_id)
    .where('paper_id', '=', paper_id)
    .executeTakeFirst()
}

/** Adds the folders and tags of one document to another. */
export async function copyFoldersAndTags(db: Db, from: string, to: string): Promise<void> {
  await sql`insert into document_folders (document_id, folder_id)
    select cast(${to} as text), folder_id from document_folders where document_id = ${from}
    on conflict do nothing`.execute(db)
  await sql`insert into document_tags (document_id, tag_id)
    select cast(${to} as text), tag_id from document_tags where document_id = ${from}
    on conflict do nothing`.execute(db)
}

/**
 * Returns whether a user may read a parse: through a readable document that uses it or its bytes, or through a file
 * of their own with these bytes.
 */
export async function mayReadParse(db: Db, user_id: string, parse: { id: string; bytes_id: string }) {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('parse_id', '=', parse.id), eb('bytes_id', '=', parse.bytes_id)]))
    .where('dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
    .limit(1)
    .executeTakeFirst()
  if (document) return true
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('bytes_id', '=', parse.bytes_id)
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

/** Maximum number of full texts of a paper that are considered. */
const MAX_FULL_TEXTS = 20

/** Returns the full texts of a paper that a user may read, parsed ones first. */
export function findFullTexts(db: Db, user_id: string, paper_id: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('type', '=', 'file')
    .where('paper_id', '=', paper_id)
    .where('deleted_at', 'is', null)
    .where('dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
    .orderBy(sql`case when parse_id is null then 1 else 0 end`)
    .orderBy('id')
    .limit(MAX_FULL_TEXTS)
    .execute()
}

/** Returns id and MIME type of the bytes of a user's own file. */
export function findOwnFile(db: Db, user_id: string, file_id: string) {
  return db
    .selectFrom('files')
    .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
    .select(['file_bytes.id', 'file_bytes.mime'])
    .where('files.id', '=', file_id)
    .where('files.user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns id and MIME type of the bytes of a file of any user. */
export function findFileBytes(db: Db, file_id: string) {
  return db
    .selectFrom('files')
    .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
    .select(['file_bytes.id', 'file_bytes.mime'])
    .where('files.id', '=', file_id)
    .executeTakeFirst()
}

/** Returns the MIME type of stored bytes, which must exist. */
export async function findMime(db: Db, bytes_id: string): Promise<string> {
  const { mime } = await db
    .selectFrom('file_bytes')
    .select('mime')
    .where('id', '=', bytes_id)
    .executeTakeFirstOrThrow()
  return mime
}

/**
 * Adds records as documents of a dataset, and returns the ids of all of them, whether new or already present, in no
 * particular order. One whose key is in the bin is neither added nor returned.
 */
export async function addRecords(db: Db, dataset_id: string, rows: DocumentRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  await db
    .insertInto('documents')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['dataset_id', 'record_key']).doNothing())
    .execute()
  const added = await db
    .selectFrom('documents')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .where(
      'record_key',
      'in',
      rows.flatMap(({ record_key }) => record_key ?? []),
    )
    .execute()
  return added.map(({ id }) => id)
}

/** Returns the ids of the documents of a dataset that are these papers, in no particular order. */
export async function findIdsByPapers(db: Db, dataset_id: string, paper_ids: string[]): Promise<string[]> {
  const rows = await inBatches(paper_ids, (batch) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is', null)
      .where('paper_id', 'in', batch)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** Selects documents that are not deleted and not linked to a paper. */
const unlinkedDocuments = (db: Db) =>
  db.selectFrom('documents').where('paper_id', 'is', null).where('deleted_at', 'is', null)

/** Returns records from reference files that are not deleted and not linked to a paper, in id order after `after`. */
export const listRecordsAfter = (db: Db, after: string, limit: number): Promise<DocumentRow[]> =>
  unlinkedDocuments(db)
    .selectAll()
    .where('type', '=', 'paper')
    .where('record', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Returns ids of files whose records are still to be looked up at outside engines, drawn at random, so that files for
 * which engines always fail cannot keep the others waiting.
 */
export async function sampleAwaitingLookUp(db: Db, limit: number): Promise<string[]> {
  const rows = await unlinkedDocuments(db)
    .select('id')
    .where('record_lookup', '=', 'due')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
