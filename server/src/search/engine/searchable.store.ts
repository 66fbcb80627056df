import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the greatest sequence number of the papers written no later than `change`; 0 when there is none. */
export async function findLastSeq(db: Db, change: number): Promise<number> {
  const { last } = await db
    .selectFrom('papers')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .where('change', '<=', change)
    .executeTakeFirstOrThrow()
  return last
}
