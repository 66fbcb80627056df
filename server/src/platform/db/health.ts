import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Returns the first fault that SQLite finds in its file, or null. Reads the whole file, page by page. */
export async function findDamage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const finding = rows[0]?.quick_check ?? 'ok'
  return finding === 'ok' ? null : finding
}

/**
 * Checks that the database answers.
 *
 * @throws when it does not.
 */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/**
 * 64 KiB, as much as a small reply takes; a row of a page or two would fit even on a disk that is full for all else.
 */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

const PROBE_KEY = 'disk_trial'

/**
 * Writes a probe row and deletes it.
 *
 * @throws when it cannot be stored.
 */
export async function probeWrite(db: Db): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: PROBE_KEY, value: PROBE_TEXT })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: PROBE_TEXT }))
    .execute()
  await db.deleteFrom('installation').where('key', '=', PROBE_KEY).execute()
}
