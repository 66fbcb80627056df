import type { Db } from '../../platform/db/schema.ts'

/** Returns a fact about the installation, if it is stored. */
export async function readFact(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeFact(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function removeFact(db: Db, key: string): Promise<void> {
  await db.deleteFrom('installation').where('key', '=', key).execute()
}
