// Upkeep of the table of parses: those that nothing needs, and those by other versions of a parser.
import type { Selectable } from 'kysely'
import { nextIdRange } from '../../platform/db/id-range.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

type ParseRow = Selectable<ParsesTable>

/** Returns whether a document waits for a parse, or a user keeps a file with its bytes outside any dataset. */
export async function isAwaited(
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

/**
 * Selects unused parses: no document uses or awaits them, and either a newer parse of the bytes is ready or no file
 * and no document has the bytes.
 */
function unusedParses(db: Db) {
  return db
    .selectFrom('parses')
    .where('state', 'not in', ['parsing', 'indexing'])
    .where(({ not, exists, selectFrom, or, and }) => {
      const active = selectFrom('documents').select('id').whereRef('documents.parse_id', '=', 'parses.id')
      const awaited = selectFrom('documents')
        .select('id')
        .whereRef('documents.next_parse_id', '=', 'parses.id')
      const inDocument = selectFrom('documents')
        .select('id')
        .whereRef('documents.bytes_id', '=', 'parses.bytes_id')
      const inFile = selectFrom('files').select('id').whereRef('files.bytes_id', '=', 'parses.bytes_id')
      const newer = selectFrom('parses as newer')
        .select('newer.id')
        .whereRef('newer.bytes_id', '=', 'parses.bytes_id')
        .whereRef('newer.id', '>', 'parses.id')
        .where('newer.state', '=', 'ready')
      return and([
        not(exists(active)),
        not(exists(awaited)),
        or([exists(newer), and([not(exists(inDocument)), not(exists(inFile))])]),
      ])
    })
}

/** Returns the unused parses in a range of ids after `after`, and where to continue; `next` is null at the end. */
export async function listUnused(db: Db, after: string): Promise<{ ids: string[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'parses', after)
  const rows = await unusedParses(db)
    .select('parses.id')
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .execute()
  return { ids: rows.map(({ id }) => id), next }
}

/** Returns whether a parse exists that nothing uses, see `unusedParses`. */
export async function isUnused(db: Db, id: string): Promise<boolean> {
  const row = await unusedParses(db).select('parses.id').where('parses.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns, from a range of parses after `after`, the bytes of documents whose active version is by another parser and
 * that none of `parsers` has parsed or tried to parse; `next` is null at the end.
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
      const active = selectFrom('documents')
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
      return and([exists(active), not(exists(tried))])
    })
    .execute()
  return { bytes, next }
}
