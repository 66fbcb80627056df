import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** The number of the last paper that was written no later than a change. */
export async function findLastSeq(db: Db, change: number): Promise<number> {
  const { last } = await db
    .selectFrom('papers')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .where('change', '<=', change)
    .executeTakeFirstOrThrow()
  return last
}
