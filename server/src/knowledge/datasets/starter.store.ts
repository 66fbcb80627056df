// The starter datasets: see `starter.ts`.
import type { Db } from '../../platform/db/schema.ts'

const STATE_KEY = 'starter_datasets'

/**
 * How far the creation of the starter datasets has come: `waiting` for an administrator to own them, or `done`, created
 * once and possibly deleted since. Undefined in a new installation, before the starter library has been loaded.
 */
type StarterState = 'waiting' | 'done' | undefined

/** Returns the state of the starter datasets. */
export async function readState(db: Db): Promise<StarterState> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  // Only these two values are written under this key.
  return row?.value as StarterState
}

/** Stores the state of the starter datasets. */
export async function writeState(db: Db, value: NonNullable<StarterState>): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: STATE_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Returns the id of the first administrator: the active one with the lowest id; undefined when there is none. */
export async function findFirstAdministrator(db: Db): Promise<string | undefined> {
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

/** Builds the query for all papers of the starter library, in order of arrival; deleted ones are left out. */
export const starterPapersQuery = (db: Db) =>
  db
    .selectFrom('papers')
    .select(['id', 'title', 'record'])
    // A literal instead of a parameter: SQLite uses a partial index only when the query contains its condition.
    .where((papers) => papers('is_starter', '=', papers.lit(1)))
    .where('deleted_at', 'is', null)
    .orderBy('seq')
