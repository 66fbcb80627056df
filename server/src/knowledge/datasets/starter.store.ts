import type { Db } from '../../platform/db/schema.ts'

const STATE_KEY = 'starter_datasets'

/** Returns the state of the first knowledge bases; undefined before the starter library has been loaded. */
export async function readState(db: Db): Promise<'waiting' | 'done' | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  // Only these two values are written under this key.
  return row?.value as 'waiting' | 'done' | undefined
}

export async function setState(db: Db, value: 'waiting' | 'done'): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: STATE_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Returns the active administrator with the lowest id. */
export async function findFirstOperator(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('status', '=', 'active')
    .where('delete_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Selects all papers of the starter library. */
export const listStarterPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .select(['id', 'title', 'record'])
    // A literal instead of a parameter: SQLite uses a partial index only when the query contains its condition.
    .where((papers) => papers('is_starter', '=', papers.lit(1)))
    .where('deleted_at', 'is', null)
    .orderBy('seq')
