import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ManuscriptsTable } from '../../platform/db/schema-research.ts'

export type ManuscriptRow = Selectable<ManuscriptsTable>

/** Returns a user's manuscripts without their state, last changed first. */
export function listByUser(db: Db, user_id: string): Promise<Omit<ManuscriptRow, 'state' | 'user_id'>[]> {
  return db
    .selectFrom('manuscripts')
    .select(['id', 'title', 'created_at', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns a manuscript of a user, with its state; undefined without one. */
export function find(db: Db, user_id: string, id: string): Promise<ManuscriptRow | undefined> {
  return db
    .selectFrom('manuscripts')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns the number of manuscripts of a user. */
export async function count(db: Db, user_id: string): Promise<number> {
  const { own } = await db
    .selectFrom('manuscripts')
    .select(sql<number>`cast(count(*) as integer)`.as('own'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return own
}

export async function insert(db: Db, row: ManuscriptRow): Promise<void> {
  await db.insertInto('manuscripts').values(row).execute()
}

/** Updates a manuscript; returns whether the user has one with this id. */
export async function update(
  db: Db,
  user_id: string,
  id: string,
  change: Pick<ManuscriptRow, 'title' | 'state' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('manuscripts')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a manuscript; returns whether there was one. */
export async function remove(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('manuscripts')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The number of manuscripts read at once; each may have a megabyte. */
const STATES_PER_BATCH = 5

/** Yields all manuscripts with their states. */
export async function* streamStates(
  db: Db,
): AsyncGenerator<Pick<ManuscriptRow, 'id' | 'user_id' | 'title' | 'state'>> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('manuscripts')
      .select(['id', 'user_id', 'title', 'state'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(STATES_PER_BATCH)
      .execute()
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)?.id ?? after
  }
}
