import type { Db } from './schema.ts'

/** Number of rows in a range; small enough that the queries about it are short. */
const RANGE_ROWS = 2_000

/** A range of rows of a table that is traversed by id. */
interface IdRange {
  /** The greatest id of the range; '' when it is empty. */
  last: string
  /** The id after which the next range begins; null at the end of the table. */
  next: string | null
}

/** Returns the range of at most `RANGE_ROWS` rows that follow an id; '' stands for the beginning of the table. */
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
