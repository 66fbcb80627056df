import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the papers that a user viewed, latest first. */
export async function listViewed(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paper_views')
    .select('paper_id')
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .orderBy('paper_id', 'desc')
    .execute()
  return rows.map(({ paper_id }) => paper_id)
}

/** Returns the papers in a user's own datasets, latest first; a paper in several of them occurs several times. */
export async function listKeptPapers(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .select('documents.paper_id')
    .where('datasets.owner_id', '=', user_id)
    .where('datasets.kind', 'in', ['reading', 'private'])
    .where('datasets.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .where('documents.paper_id', 'is not', null)
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
  return rows.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Returns the ids of the papers that a user is not interested in, in no particular order. */
export async function listNotInterested(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('not_interested')
    .select('paper_id')
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ paper_id }) => paper_id)
}

/** Returns about `count` records of papers that are not deleted, spread evenly over the library. */
export async function sampleRecords(db: Db, count: number): Promise<string[]> {
  // Sequence numbers count papers from 1 in order of arrival, so that equal steps give an even sample.
  const { last } = await db
    .selectFrom('papers')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const lastSeq = Number(last ?? 0)
  const step = Math.max(1, lastSeq / count)
  const seqs = Array.from({ length: Math.min(count, lastSeq) }, (_, at) => Math.ceil((at + 1) * step))
  const rows = await inBatches(new Set(seqs), (part) =>
    db
      .selectFrom('papers')
      .select('record')
      .where('seq', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  return rows.map(({ record }) => record)
}

/** Returns the columns that break ties between recommended papers. */
export function findOrderKeys(db: Db, ids: Iterable<string>) {
  return inBatches(ids, (part) =>
    db
      .selectFrom('papers')
      .select(['id', 'seq', 'year'])
      .where('id', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}
