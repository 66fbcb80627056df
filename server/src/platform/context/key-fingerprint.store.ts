import type { Db } from '../db/schema.ts'

const FINGERPRINT_KEY = 'secret_key_mark'

/** By what the key of secrets is known again; undefined where nobody has left any. */
export async function readFingerprint(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', FINGERPRINT_KEY)
    .executeTakeFirst()
  return row?.value
}

/** Leaves a mark where there is none: of several processes that begin together the first one's stays. */
export async function insertFingerprint(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: FINGERPRINT_KEY, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function replaceFingerprint(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: FINGERPRINT_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
