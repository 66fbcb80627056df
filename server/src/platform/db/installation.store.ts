import type { Db } from './schema.ts'

// Facts about the installation: one text per key, shared by all of its processes.

/** Returns a fact; undefined when it is not stored. */
export async function readFact(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Stores a fact unless there is one: of several processes that do so at once, the first one's value is kept. */
export async function addFact(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Stores a fact in place of the one that may be stored. */
export async function writeFact(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Deletes a fact; does nothing when it is not stored. */
export async function removeFact(db: Db, key: string): Promise<void> {
  await db.deleteFrom('installation').where('key', '=', key).execute()
}
