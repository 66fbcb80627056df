import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { TokenReservationsTable } from '../../platform/db/schema-models.ts'

/** Sums the tokens that a person used on a day and those reserved by calls that began after `since`, up to `until`. */
export async function sumTokens(
  db: Db,
  { user_id, day, since, until }: { user_id: string; day: string; since: string; until: string },
): Promise<number> {
  const used = await db
    .selectFrom('model_usage')
    .select('tokens')
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .executeTakeFirst()
  const { reserved } = await db
    .selectFrom('token_reservations')
    .select(sql<number>`cast(coalesce(sum(tokens), 0) as bigint)`.as('reserved'))
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return (used?.tokens ?? 0) + reserved
}

/** Adds a reservation. */
export async function insertReservation(db: Db, row: TokenReservationsTable): Promise<void> {
  await db.insertInto('token_reservations').values(row).execute()
}

/** Deletes a reservation; returns false when it was gone. */
export async function removeReservation(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('token_reservations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes a person's reservations of processes that died. */
export async function removeReservationsBefore(db: Db, user_id: string, before: string): Promise<void> {
  await db
    .deleteFrom('token_reservations')
    .where('user_id', '=', user_id)
    .where('created_at', '<', before)
    .execute()
}

/** Adds tokens to those that a person has used on a day. */
export async function addUsage(db: Db, user_id: string, day: string, tokens: number): Promise<void> {
  await db
    .insertInto('model_usage')
    .values({ user_id, day, tokens })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet((query) => ({ tokens: query('model_usage.tokens', '+', tokens) })),
    )
    .execute()
}

/** Returns a person's usage by day. */
export function listUsageOfUser(db: Db, user_id: string) {
  return db
    .selectFrom('model_usage')
    .select(['day', 'tokens'])
    .where('user_id', '=', user_id)
    .orderBy('day')
    .execute()
}
