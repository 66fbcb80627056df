import type { Db } from '../../platform/db/schema.ts'

const KEY = 'starter_library'

export async function isLoaded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()
  return row !== undefined
}

export async function markLoaded(db: Db, time: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: KEY, value: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
