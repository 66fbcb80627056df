import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * Returns the columns that lists and counts of journals need, for at most `limit` journals in the order of their ids,
 * from the first id behind `after`; `''` begins with the first journal. `subject_codes` and `clc_codes` are JSON arrays
 * of strings.
 */
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

/** Returns the journals with these ids, all columns, in no particular order. */
export function findByIds(db: Db, ids: string[]) {
  return inBatches(ids, (batch) => db.selectFrom('journals').selectAll().where('id', 'in', batch).execute())
}

/**
 * Returns the entries of rank lists (such as CSSCI) for these journals. Those of one journal are grouped by list, and
 * in each list the newest year comes first; a long list of journals is read in batches, so that this holds per journal
 * only. A journal may have several in one year, one per category; `top` is 1 where the list marks the journal as a top
 * one.
 */
export function findRanks(db: Db, ids: string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('journal_ranks')
      .select(['journal_id', 'list', 'year', 'category', 'value', 'top'])
      .where('journal_id', 'in', batch)
      .orderBy('list')
      .orderBy('year', 'desc')
      .orderBy('category')
      .execute(),
  )
}

/**
 * Returns all entries of all rank lists. `rank_key` is the normalised title in the list, `journal_key` that of the
 * journal it was matched with, null when the library has no such journal.
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
