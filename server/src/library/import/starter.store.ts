import type { Db } from '../../platform/db/schema.ts'

const STATE_KEY = 'starter_library'

export async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  return row !== undefined
}

export async function markLoaded(db: Db, time: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: STATE_KEY, value: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
