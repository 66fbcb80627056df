import { sql } from 'kysely'
import { inBatches } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'

/** How often something was done under a key in a window that ends at an ISO time. */
export interface CounterRow {
  key: string
  count: number
  ends_at: string
}

/** Adds to what stands there; a window that has ended begins anew. Answers the sums, and when they end. */
export async function addCounts(db: Db, counts: CounterRow[], now: string): Promise<CounterRow[]> {
  // Servers that add to the same rows in the same order do not wait for each other in a circle.
  const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return inBatches(sorted, (part) =>
    db
      .insertInto('request_counts')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when request_counts.ends_at > ${now}
            then request_counts.count + excluded.count else excluded.count end`,
          ends_at: sql<string>`case when request_counts.ends_at > ${now}
            then request_counts.ends_at else excluded.ends_at end`,
        }),
      )
      .returning(['key', 'count', 'ends_at'])
      .execute(),
  )
}

/** Forgets windows that have ended. */
export async function removeEnded(db: Db, now: string): Promise<void> {
  await db.deleteFrom('request_counts').where('ends_at', '<=', now).execute()
}
