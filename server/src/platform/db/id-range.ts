import type { Db } from './schema.ts'

/** Number of rows in a range: few enough that a query over one does not hold up others for long. */
const RANGE_ROWS = 2_000

/** The end of a range of rows, of a table that is traversed by id. */
interface IdRange {
  /** The greatest id of the range; '' when the range is empty. */
  last: string
  /** The `after` of the next range, which is `last`; null when the table has ended. */
  next: string | null
}

/**
 * Returns the range of at most `RANGE_ROWS` rows that follow the id `after`: its rows are those with `after < id <=
 * last`. It is for work on all rows of a table in portions, of which each may be a transaction or a job of its own.
 *
 * @param after '' for the first range, then `next` of the range before, until that is null
 */
export async function nextIdRange(
  db: Db,
  table: 'file_bytes' | 'files' | 'parses',
  after: string,
): Promise<IdRange> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(RANGE_ROWS)
    .execute()
  const last = rows.at(-1)?.id ?? ''
  return { last, next: rows.length < RANGE_ROWS ? null : last }
}
