import type { Db } from '../../platform/db/schema.ts'

const STATE_KEY = 'starter_library'

/** Returns whether the starter library has been loaded into this installation once. */
export async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the starter library is loaded; the time of the first call is kept. */
export async function markLoaded(db: Db, time: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: STATE_KEY, value: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
