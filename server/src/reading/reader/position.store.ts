import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ReadingPositionsTable } from '../../platform/db/schema-reading.ts'

type PositionRow = Selectable<ReadingPositionsTable>

/** Returns where a user stopped reading a document or paper; undefined when it was never opened. */
export function find(db: Db, user_id: string, target_id: string): Promise<PositionRow | undefined> {
  return db
    .selectFrom('reading_positions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('target_id', '=', target_id)
    .executeTakeFirst()
}

/** Stores where a user is in a document or paper, in place of the earlier position. */
export async function save(db: Db, row: PositionRow): Promise<void> {
  const { position, updated_at } = row
  await db
    .insertInto('reading_positions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'target_id']).doUpdateSet({ position, updated_at }),
    )
    .execute()
}

/** Returns the positions of a user, the latest first. */
export function listByUser(db: Db, user_id: string): Promise<PositionRow[]> {
  return db
    .selectFrom('reading_positions')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .orderBy('target_id')
    .execute()
}
