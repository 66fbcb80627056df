import { preparedIn } from '../db/prepared.ts'

/** Titles of a few papers by their numbers, in no order. */
export const titlesOf = preparedIn((db, seqs: number[]) =>
  db
    .selectFrom('papers')
    .select(['id', 'seq', 'title'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null),
)
