import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Stores works; a known one has its lifetime renewed. */
export async function upsertWorks(
  db: Db,
  works: { key: string; work: string }[],
  found_at: string,
): Promise<void> {
  // Rows are sorted by key, so that concurrent writers of the same works cannot deadlock.
  const rows = [...new Map(works.map((each) => [each.key, { ...each, found_at }])).values()].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  )
  if (rows.length === 0) return
  await db
    .insertInto('found_works')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ found_at }))
    .execute()
}

/** Returns the works (JSON) with the given keys that were found after a time, in no particular order. */
export const findWorks = (db: Db, keys: string[], after: string): Promise<{ key: string; work: string }[]> =>
  inBatches(keys, (part) =>
    db
      .selectFrom('found_works')
      .select(['key', 'work'])
      .where('key', 'in', part)
      .where('found_at', '>', after)
      .execute(),
  )

/** Returns the stored answer (JSON) of a request if it is newer than `after`; undefined otherwise. */
export async function findAnswer(db: Db, key: string, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('engine_answers')
    .select('answer')
    .where('key', '=', key)
    .where('asked_at', '>', after)
    .executeTakeFirst()
  return row?.answer
}

/** Stores the answer of a request, replacing an older one. */
export async function upsertAnswer(db: Db, key: string, answer: string, asked_at: string): Promise<void> {
  await db
    .insertInto('engine_answers')
    .values({ key, answer, asked_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ answer, asked_at }))
    .execute()
}

/** Deletes works found and answers received up to the given times. */
export async function removeBefore(
  db: Db,
  { works, answers }: { works: string; answers: string },
): Promise<void> {
  await db.deleteFrom('found_works').where('found_at', '<=', works).execute()
  await db.deleteFrom('engine_answers').where('asked_at', '<=', answers).execute()
}
