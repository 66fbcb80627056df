import { sql } from 'kysely'
import { databaseNowMs } from '../../db/query-parts.ts'
import type { Db } from '../../db/schema.ts'

/** A claimed turn; times in milliseconds from now. */
export interface TurnClaim {
  /** Until this turn begins. */
  wait_ms: number
  /** Until the pause that the service asked for is over; above 0, no turn was claimed. */
  held_ms: number
}

/**
 * Claims the next turn of a service: moves the start of the turn after it, which the row has, by `every_ms`. During a
 * pause nothing is claimed and the row stays as it is.
 */
export async function claimTurn(db: Db, engine: string, every_ms: number): Promise<TurnClaim> {
  const now = databaseNowMs(db)
  const step_ms = Math.ceil(every_ms)
  const { next_at, held_until, at } = await db
    .insertInto('engine_turns')
    .values({ engine, next_at: sql<number>`${now} + ${sql.lit(step_ms)}`, held_until: 0 })
    .onConflict((conflict) =>
      conflict.column('engine').doUpdateSet({
        next_at: sql<number>`case when engine_turns.held_until > ${now} then engine_turns.next_at
          when engine_turns.next_at > ${now} then engine_turns.next_at + ${sql.lit(step_ms)}
          else ${now} + ${sql.lit(step_ms)} end`,
      }),
    )
    .returning(['next_at', 'held_until', now.as('at')])
    .executeTakeFirstOrThrow()
  // The claimed turn begins one step before the next one.
  return { wait_ms: Math.max(0, next_at - step_ms - at), held_ms: Math.max(0, held_until - at) }
}

/** Lets nobody claim a turn for `ms`, or longer when that was set before. */
export async function holdEngine(db: Db, engine: string, ms: number): Promise<void> {
  const until = sql<number>`${databaseNowMs(db)} + ${sql.lit(Math.ceil(ms))}`
  await db
    .insertInto('engine_turns')
    .values({ engine, next_at: 0, held_until: until })
    .onConflict((conflict) =>
      conflict.column('engine').doUpdateSet({
        held_until: sql<number>`case when engine_turns.held_until > ${until} then engine_turns.held_until
          else ${until} end`,
      }),
    )
    .execute()
}
