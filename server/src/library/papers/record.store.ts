import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns records of papers that are not deleted by id, in no particular order. */
export function findByIds(db: Db, ids: string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('papers')
      .select(['id', 'record'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/** Returns records of papers that are not deleted by sequence number, in no particular order. */
export function findBySeqs(db: Db, seqs: Iterable<number>) {
  return inBatches(seqs, (batch) =>
    db
      .selectFrom('papers')
      .select(['id', 'seq', 'record'])
      .where('seq', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/** Returns the last `change` of any paper; 0 in an empty library. */
export async function findLastChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('papers')
    .select('change')
    .orderBy('change', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.change ?? 0)
}

/** Counts the papers that are not deleted. */
export async function countPapers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('papers')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Returns the ids of papers that are not deleted by sequence number, in no particular order. */
export function findIds(db: Db, seqs: number[]): Promise<{ id: string; seq: number }[]> {
  return inBatches(seqs, (batch) =>
    db
      .selectFrom('papers')
      .select(['id', 'seq'])
      .where('seq', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}
