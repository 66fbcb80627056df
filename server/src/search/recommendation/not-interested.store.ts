import type { Db } from '../../platform/db/schema.ts'

/** Records that a user is not interested in a paper; does nothing when it is recorded already. */
export async function add(db: Db, user_id: string, paper_id: string, created_at: string): Promise<void> {
  await db
    .insertInto('not_interested')
    .values({ user_id, paper_id, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the record that a user is not interested in a paper, if there is one. */
export async function remove(db: Db, user_id: string, paper_id: string): Promise<void> {
  await db
    .deleteFrom('not_interested')
    .where('user_id', '=', user_id)
    .where('paper_id', '=', paper_id)
    .execute()
}
