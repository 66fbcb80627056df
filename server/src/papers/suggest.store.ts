import type { Db } from '../db/schema.ts'

/** Titles of a few papers by their numbers, in no order. */
export function titlesOf(db: Db, seqs: number[]) {
  return db
    .selectFrom('papers')
    .select(['id', 'seq', 'title'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null)
    .execute()
}
