import type { Db } from '../../platform/db/schema.ts'

/** Returns a user's marks, most recent first. */
export function listByUser(db: Db, user_id: string) {
  return db
    .selectFrom('tool_marks')
    .select(['tool_id', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('tool_id')
    .execute()
}

/** Marks a tool for a user; does nothing when it is marked already. */
export async function add(
  db: Db,
  row: { user_id: string; tool_id: string; created_at: string },
): Promise<void> {
  await db
    .insertInto('tool_marks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the mark of a tool; does nothing when it is not marked. */
export async function remove(db: Db, user_id: string, tool_id: string): Promise<void> {
  await db.deleteFrom('tool_marks').where('user_id', '=', user_id).where('tool_id', '=', tool_id).execute()
}
