import type { Db } from '../../platform/db/schema.ts'

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
