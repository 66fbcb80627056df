import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** The first fault that SQLite finds in its file, page by page; null where all is well. Reads the whole file. */
export async function damageOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const said = rows[0]?.quick_check ?? 'ok'
  return said === 'ok' ? null : said
}
