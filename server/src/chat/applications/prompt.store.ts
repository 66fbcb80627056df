import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { UserPromptsTable } from '../../platform/db/schema-tools.ts'

export type PromptRow = Selectable<UserPromptsTable>

/** A person's prompts, the last one changed first. */
export function listByUser(db: Db, user_id: string): Promise<PromptRow[]> {
  return db
    .selectFrom('user_prompts')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function count(db: Db, user_id: string): Promise<number> {
  const { own } = await db
    .selectFrom('user_prompts')
    .select(sql<number>`cast(count(*) as integer)`.as('own'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return own
}

export async function insert(db: Db, row: PromptRow): Promise<void> {
  await db.insertInto('user_prompts').values(row).execute()
}

/** The changed row; undefined where the person has none of this id. */
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

/** Whether there was one to remove. */
export async function remove(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_prompts')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
