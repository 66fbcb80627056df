import type { Db } from './schema.ts'

/** Returns a fact about the installation by its key; undefined when it has none. */
export async function findInstallationFact(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Stores a fact about the installation in place of an earlier one. */
export async function storeInstallationFact(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
