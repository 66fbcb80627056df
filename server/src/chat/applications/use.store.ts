import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the applications that a user has used since a time, those with the most chats first. */
export async function listByUser(db: Db, user_id: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chats')
    .select(['application_id', sql<number>`cast(count(*) as integer)`.as('uses')])
    .where('user_id', '=', user_id)
    .where('updated_at', '>', since)
    .where('record_count', '>', 0)
    .groupBy('application_id')
    .orderBy('uses', 'desc')
    .orderBy('application_id')
    .execute()
  return rows.map((row) => row.application_id)
}

/** Returns the ids of the applications that at least `people` users marked, or used since a time, without any identities. */
export async function listPopular(db: Db, since: string, people: number): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('tool_marks')
        .select(['tool_id', 'user_id'])
        .union(
          db
            .selectFrom('chats')
            .select(['application_id as tool_id', 'user_id'])
            .where('updated_at', '>', since)
            .where('record_count', '>', 0),
        )
        .as('known'),
    )
    .select('tool_id')
    .groupBy('tool_id')
    .having(sql<number>`count(*)`, '>=', people)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('tool_id')
    .execute()
  return rows.map((row) => row.tool_id)
}
