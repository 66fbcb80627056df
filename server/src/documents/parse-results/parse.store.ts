import type { Selectable } from 'kysely'
import { nextIdRange } from '../../platform/db/id-range.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

/** A parse: bytes, the parser version, its state and its facts once it is ready. */
export type ParseRow = Selectable<ParsesTable>
type ParseState = ParseRow['state']

/** States of a parse in progress. */
const LEASED_STATES: ParseState[] = ['parsing', 'indexing']

export function byId(db: Db, id: string): Promise<ParseRow | undefined> {
  return db.selectFrom('parses').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIds(db: Db, ids: string[]): Promise<ParseRow[]> {
  return inBatches(ids, (part) => db.selectFrom('parses').selectAll().where('id', 'in', part).execute())
}

/** Returns the parse of some bytes by a version of a parser, such as `pdf/8.1`. */
export function findByBytes(db: Db, bytes_id: string, parser: string): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .selectAll()
    .where('bytes_id', '=', bytes_id)
    .where('parser', '=', parser)
    .executeTakeFirst()
}

export async function insert(db: Db, row: ParseRow): Promise<void> {
  await db.insertInto('parses').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ParseRow>): Promise<void> {
  await db.updateTable('parses').set(change).where('id', '=', id).execute()
}

/** Returns whether a document waits for a parse, or a user keeps a file with its bytes outside any dataset. */
export async function isNeededElsewhere(
  db: Db,
  { id, bytes_id }: Pick<ParseRow, 'id' | 'bytes_id'>,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('documents')
    .select('id')
    .where('next_parse_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (waiting) return true
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('bytes_id', '=', bytes_id)
    .where('for_documents', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('parses').where('id', '=', id).execute()
}

/**
 * Selects parses that are not needed: no document uses or awaits them, and either a newer parse of the bytes is ready
 * or no file and no document has the bytes.
 */
function unneededParses(db: Db) {
  return db
    .selectFrom('parses')
    .where('state', 'not in', LEASED_STATES)
    .where(({ not, exists, selectFrom, or, and }) => {
      const served = selectFrom('documents').select('id').whereRef('documents.parse_id', '=', 'parses.id')
      const awaited = selectFrom('documents')
        .select('id')
        .whereRef('documents.next_parse_id', '=', 'parses.id')
      const placed = selectFrom('documents')
        .select('id')
        .whereRef('documents.bytes_id', '=', 'parses.bytes_id')
      const stored = selectFrom('files').select('id').whereRef('files.bytes_id', '=', 'parses.bytes_id')
      const newer = selectFrom('parses as newer')
        .select('newer.id')
        .whereRef('newer.bytes_id', '=', 'parses.bytes_id')
        .whereRef('newer.id', '>', 'parses.id')
        .where('newer.state', '=', 'ready')
      return and([
        not(exists(served)),
        not(exists(awaited)),
        or([exists(newer), and([not(exists(placed)), not(exists(stored))])]),
      ])
    })
}

/** Returns the unneeded parses among a range of ids, and where to continue; `next` is null at the end. */
export async function listUnused(db: Db, after: string): Promise<{ ids: string[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'parses', after)
  const rows = await unneededParses(db)
    .select('parses.id')
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .execute()
  return { ids: rows.map(({ id }) => id), next }
}

export async function isUnused(db: Db, id: string): Promise<boolean> {
  const row = await unneededParses(db).select('parses.id').where('parses.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns, from a range of parses, the bytes of documents whose active version is by another parser and that none of
 * `parsers` has parsed or tried to parse; `next` is null at the end.
 */
export async function listOutdated(
  db: Db,
  parsers: string[],
  after: string,
): Promise<{ bytes: { id: string; mime: string }[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'parses', after)
  const bytes = await db
    .selectFrom('parses')
    .innerJoin('file_bytes', 'file_bytes.id', 'parses.bytes_id')
    .select(['file_bytes.id', 'file_bytes.mime'])
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .where('parses.parser', 'not in', parsers)
    .where(({ not, exists, selectFrom, and }) => {
      const served = selectFrom('documents')
        .select('documents.id')
        .whereRef('documents.parse_id', '=', 'parses.id')
        .where('documents.deleted_at', 'is', null)
        .where('documents.next_parse_id', 'is', null)
        // A replacement file waits for a decision of its owner.
        .where('documents.next_file_id', 'is', null)
      const tried = selectFrom('parses as tried')
        .select('tried.id')
        .whereRef('tried.bytes_id', '=', 'parses.bytes_id')
        .where('tried.parser', 'in', parsers)
      return and([exists(served), not(exists(tried))])
    })
    .execute()
  return { bytes, next }
}

/** Detaches the parses of a deleted account from their owner. */
export async function clearOwner(db: Db, owner_id: string): Promise<void> {
  await db.updateTable('parses').set({ owner_id: '' }).where('owner_id', '=', owner_id).execute()
  await db.deleteFrom('parse_turns').where('owner_id', '=', owner_id).execute()
}
