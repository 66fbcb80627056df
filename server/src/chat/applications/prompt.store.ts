import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { UserPromptsTable } from '../../platform/db/schema-chat.ts'

export type PromptRow = Selectable<UserPromptsTable>

/** Returns a user's prompts, most recently changed first. */
export function listByUser(db: Db, user_id: string): Promise<PromptRow[]> {
  return db
    .selectFrom('user_prompts')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the number of a user's prompts. */
export async function count(db: Db, user_id: string): Promise<number> {
  const { total } = await db
    .selectFrom('user_prompts')
    .select(sql<number>`cast(count(*) as integer)`.as('total'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return total
}

export async function insert(db: Db, row: PromptRow): Promise<void> {
  await db.insertInto('user_prompts').values(row).execute()
}

/** Updates a prompt and returns the new row; undefined when the user has no prompt with this id. */
export function update(
  db: Db,
  user_id: string,
  id: string,
  change: Pick<PromptRow, 'name' | 'content' | 'type' | 'updated_at'>,
): Promise<PromptRow | undefined> {
  return db
    .updateTable('user_prompts')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a prompt; returns whether it existed. */
export async function remove(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_prompts')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
