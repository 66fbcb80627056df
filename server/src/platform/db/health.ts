import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** The first fault that SQLite finds in its file, page by page; null where all is well. Reads the whole file. */
export async function findDamage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const said = rows[0]?.quick_check ?? 'ok'
  return said === 'ok' ? null : said
}

/** Asks the database for nothing. @throws when it does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** As much as a small answer; two pages would fit where nothing else does. */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

/** Writes something and takes it away again. @throws where it cannot be kept. */
export async function probeWrite(db: Db): Promise<void> {
  const key = 'disk_trial'
  await db
    .insertInto('installation')
    .values({ key, value: PROBE_TEXT })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: PROBE_TEXT }))
    .execute()
  await db.deleteFrom('installation').where('key', '=', key).execute()
}
