import type { Db } from '../db/schema.ts'

const FINGERPRINT_KEY = 'secret_key_mark'

/** Returns the fingerprint of the secret key, or undefined when none is registered. */
export async function readFingerprint(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', FINGERPRINT_KEY)
    .executeTakeFirst()
  return row?.value
}

/** Registers a fingerprint unless there is one: of several processes that start together the first one's is kept. */
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
