import type { Db } from './schema.ts'

const BATCH_SIZE = 2_000

/** Some rows of a table that is gone through by id. */
interface IdRange {
  /** Its greatest id; empty where there is none. */
  last: string
  /** Where the next one begins, null at the table's end. */
  next: string | null
}

/** The rows that follow an id. */
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
    .limit(BATCH_SIZE)
    .execute()
  const last = rows.at(-1)?.id ?? ''
  return { last, next: rows.length < BATCH_SIZE ? null : last }
}
