import type { Db } from '../db/schema.ts'

const KEY = 'secret_key_mark'

/** By what the key of secrets is known again; undefined where nobody has left any. */
export async function read(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()
  return row?.value
}

/** Leaves a mark where there is none: of several processes that begin together the first one's stays. */
export async function leave(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function replace(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
