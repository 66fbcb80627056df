import type { Selectable } from 'kysely'
import { nextIdRange } from '../../platform/db/id-range.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { FileBytesTable, FilesTable } from '../../platform/db/schema-documents.ts'

/** Bytes that are stored once for all files with this content. */
type BytesRow = Selectable<FileBytesTable>
/** A file of a user with the properties of its bytes. */
export type FileRow = Selectable<FilesTable> & Pick<BytesRow, 'sha256' | 'size_bytes' | 'mime'>

/** Returns the stored bytes with this SHA-256: the given row, or the one that existed before. */
export async function findOrInsertBytes(db: Db, row: BytesRow): Promise<BytesRow> {
  await db
    .insertInto('file_bytes')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return db.selectFrom('file_bytes').selectAll().where('sha256', '=', row.sha256).executeTakeFirstOrThrow()
}

/** Returns stored bytes, in no particular order. */
export function findBytesByIds(db: Db, ids: string[]): Promise<BytesRow[]> {
  return inBatches(ids, (batch) => db.selectFrom('file_bytes').selectAll().where('id', 'in', batch).execute())
}

/** Number of rows that `listBytesAfter` returns at most. */
const BATCH_SIZE = 1_000

/** Returns up to `BATCH_SIZE` stored bytes after an id, ordered by id. */
export function listBytesAfter(db: Db, id: string): Promise<BytesRow[]> {
  return db
    .selectFrom('file_bytes')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

export async function insert(db: Db, row: Selectable<FilesTable>): Promise<void> {
  await db.insertInto('files').values(row).execute()
}

const filesWithBytes = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
    .selectAll('files')
    .select(['sha256', 'size_bytes', 'mime'])

/** Returns a file of a user; undefined without one. */
export function find(db: Db, user_id: string, id: string): Promise<FileRow | undefined> {
  return filesWithBytes(db).where('files.id', '=', id).where('user_id', '=', user_id).executeTakeFirst()
}

/** Returns whether a file is a thesis of a batch of manuscript checks, which only the batch shows. */
export async function isThesis(db: Db, file_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('batch_theses')
    .select('id')
    .where('file_id', '=', file_id)
    .unionAll(({ selectFrom }) =>
      selectFrom('manuscript_checks')
        .select('id')
        .where('file_id', '=', file_id)
        .where('batch_id', 'is not', null),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the files of a user, ordered by id. */
export function listByUser(db: Db, user_id: string): Promise<FileRow[]> {
  return filesWithBytes(db).where('user_id', '=', user_id).orderBy('files.id').execute()
}

/** Returns the bytes stored for a user: files, records outside any library, and exports of datasets. */
export async function sumUserBytes(db: Db, user_id: string): Promise<number> {
  const { files, records, exports } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('files')
        .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
        .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
        .where('user_id', '=', user_id)
        .as('files'),
      selectFrom('documents')
        .select(({ fn }) => fn.sum<string | null>('record_bytes').as('bytes'))
        .where('creator_id', '=', user_id)
        .where('record_bytes', '>', 0)
        .as('records'),
      selectFrom('base_exports')
        .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
        .where('owner_id', '=', user_id)
        .as('exports'),
    ])
    .executeTakeFirstOrThrow()
  return Number(files ?? 0) + Number(records ?? 0) + Number(exports ?? 0)
}

/** Deletes a file of a user; returns false when there was none. */
export async function remove(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Bounds the documents that are named as users of a file. */
const MAX_USES = 20

/** Returns up to `MAX_USES` documents that use a file now or next, including those in the bin. */
export function findUses(db: Db, file_id: string) {
  return db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .select(['documents.id', 'documents.name', 'datasets.name as dataset_name'])
    .where(({ or, eb }) =>
      or([eb('documents.file_id', '=', file_id), eb('documents.next_file_id', '=', file_id)]),
    )
    .orderBy('documents.id')
    .limit(MAX_USES)
    .execute()
}

/**
 * Deletes files that were uploaded for documents and that no document uses any more. Checks a range of ids from
 * `after` on; returns where to continue, or null at the end.
 */
export async function removeUnusedOfDocuments(db: Db, after: string): Promise<string | null> {
  const { last, next } = await nextIdRange(db, 'files', after)
  await db
    .deleteFrom('files')
    .where('for_documents', '=', 1)
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents').select('id').whereRef('documents.file_id', '=', 'files.id'))),
    )
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('documents')
        .select('next_file_id')
        .where('next_parse_id', 'is not', null)
        .where('next_file_id', 'is not', null)
        .$castTo<{ next_file_id: string }>(),
    )
    .execute()
  return next
}

/** Selects bytes that no file, document or parse refers to. */
const unheldBytes = (db: Db) =>
  db
    .selectFrom('file_bytes')
    .select('file_bytes.id')
    .where(({ not, exists, selectFrom, and }) => {
      const holds = (table: 'files' | 'documents' | 'parses') =>
        exists(selectFrom(table).select('id').whereRef('bytes_id', '=', 'file_bytes.id'))
      return and([not(holds('files')), not(holds('documents')), not(holds('parses'))])
    })

/** Deletes the row of bytes when nothing refers to them; returns whether it did. */
export async function removeIfUnheld(db: Db, bytes_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('file_bytes')
    .where('id', 'in', unheldBytes(db).where('file_bytes.id', '=', bytes_id))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Deletes the rows of unreferenced bytes in a range of ids; returns their ids and where to continue, `next` being
 * null at the end.
 */
export async function removeUnheld(db: Db, after: string): Promise<{ ids: string[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'file_bytes', after)
  const rows = await unheldBytes(db)
    .where('file_bytes.id', '>', after)
    .where('file_bytes.id', '<=', last)
    .execute()
  const ids = rows.map(({ id }) => id)
  await inBatches(ids, async (batch) => {
    await db.deleteFrom('file_bytes').where('id', 'in', batch).execute()
    return []
  })
  return { ids, next }
}

/** Returns those ids that have a row of bytes. */
export async function filterKnown(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom('file_bytes').select('id').where('id', 'in', batch).execute(),
  )
  return new Set(rows.map(({ id }) => id))
}
