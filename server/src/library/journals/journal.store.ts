import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the columns that lists and counts of journals need, in id order after `after`. */
export function listBriefs(db: Db, after: string, limit: number) {
  return db
    .selectFrom('journals')
    .select([
      'id',
      'title_key',
      'title',
      'title_zh',
      'letter',
      'issn',
      'eissn',
      'subject_codes',
      'clc_codes',
      'esi_subject',
      'paper_count',
      'citation_sum',
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns whole rows in no particular order. */
export function findByIds(db: Db, ids: string[]) {
  return inBatches(ids, (part) => db.selectFrom('journals').selectAll().where('id', 'in', part).execute())
}

/** Returns the ranks of these journals by list, newest year first. */
export function findRanks(db: Db, ids: string[]) {
  return inBatches(ids, (part) =>
    db
      .selectFrom('journal_ranks')
      .select(['journal_id', 'list', 'year', 'category', 'value', 'top'])
      .where('journal_id', 'in', part)
      .orderBy('list')
      .orderBy('year', 'desc')
      .orderBy('category')
      .execute(),
  )
}

/**
 * Returns every rank of every journal: list, year, value, the folded title in the list and that of the matched
 * journal.
 */
export function listAllRanks(db: Db) {
  return db
    .selectFrom('journal_ranks')
    .leftJoin('journals', 'journals.id', 'journal_ranks.journal_id')
    .select([
      'journal_ranks.list',
      'journal_ranks.year',
      'journal_ranks.value',
      'journal_ranks.title_key as rank_key',
      'journals.title_key as journal_key',
    ])
    .execute()
}
