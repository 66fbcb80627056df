import { sql } from 'kysely'
import { inBatches } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'

/** A count under a key in a window that ends at an ISO time. */
export interface CounterRow {
  key: string
  count: number
  ends_at: string
}

/**
 * Adds counts to the stored ones; a window that has ended starts anew. Returns the sums and the ends of their windows.
 */
export async function addCounts(db: Db, counts: CounterRow[], now: string): Promise<CounterRow[]> {
  // Servers that update the same rows in the same order cannot deadlock.
  const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return inBatches(sorted, (batch) =>
    db
      .insertInto('request_counts')
      .values(batch)
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

/** Deletes windows that have ended. */
export async function removeEndedWindows(db: Db, now: string): Promise<void> {
  await db.deleteFrom('request_counts').where('ends_at', '<=', now).execute()
}
