import { countRows, inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Selects the papers that are not deleted, except one. */
const otherPapers = (db: Db, paper_id: string) =>
  db.selectFrom('papers').where('papers.deleted_at', 'is', null).where('papers.id', '<>', paper_id)

/** Returns one page of a selection of papers, newest first, with the total. */
async function newestPapers(papers: ReturnType<typeof otherPapers>, offset: number, limit: number) {
  const rows = await papers
    .select('id')
    .orderBy('year', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { ids: rows.map(({ id }) => id), total: await countRows(papers) }
}

/** Returns one page of the papers of the library that a paper cites, newest first, with the total. */
export function listReferences(db: Db, paper_id: string, offset: number, limit: number) {
  const cited = otherPapers(db, paper_id).where('papers.id', 'in', (query) =>
    query
      .selectFrom('paper_references')
      .innerJoin('paper_keys', 'paper_keys.key', 'paper_references.key')
      .select('paper_keys.paper_id')
      .where('paper_references.paper_id', '=', paper_id),
  )
  return newestPapers(cited, offset, limit)
}

/**
 * Returns one page of the papers that cite one of the keys, newest first, with the total; `paper_id` itself is left
 * out.
 */
export async function listCiting(
  db: Db,
  paper_id: string,
  keys: string[],
  { offset, limit }: { offset: number; limit: number },
) {
  if (keys.length === 0) return { ids: [], total: 0 }
  const citing = otherPapers(db, paper_id).where('papers.id', 'in', (query) =>
    query.selectFrom('paper_references').select('paper_id').where('key', 'in', keys),
  )
  return newestPapers(citing, offset, limit)
}

/** Returns the papers that cite most of the keys (bibliographic coupling), with the number each one cites. */
export async function listCoupled(db: Db, paper_id: string, keys: string[], limit: number) {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('paper_references')
    .select(({ fn }) => ['paper_id', fn.countAll<number>().as('shared')])
    .where('key', 'in', keys)
    .where('paper_id', '<>', paper_id)
    .groupBy('paper_id')
    .orderBy('shared', 'desc')
    .orderBy('paper_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ paper_id, shared }) => ({ paper_id, shared: Number(shared) }))
}

/** Returns records and work ids of papers that are not deleted, in no particular order. */
export function findWorks(db: Db, ids: string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('papers')
      .select(['id', 'seq', 'work_id', 'year', 'record'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}
