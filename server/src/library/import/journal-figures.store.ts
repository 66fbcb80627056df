// The figures of journals, which are counted from their papers after imports.

import type { Db } from '../../platform/db/schema.ts'

/**
 * Returns the ids of the journals with papers changed after `after_change`, deleted papers included, since a deletion
 * changes the figures too. A paper's `change` is the number of its last change.
 */
export async function listChangedJournals(db: Db, after_change: number): Promise<string[]> {
  const rows = await db
    .selectFrom('papers')
    .select('journal_id')
    .distinct()
    .where('change', '>', after_change)
    .where('journal_id', 'is not', null)
    .execute()
  return rows.flatMap(({ journal_id }) => journal_id ?? [])
}

/**
 * Returns the number of papers and the sum of their citations per journal and year, by year and without deleted papers;
 * `year` is null for papers without one.
 */
export function countJournalYears(db: Db, journal_ids: string[]) {
  return db
    .selectFrom('papers')
    .select(({ fn }) => [
      'journal_id',
      'year',
      fn.countAll<number>().as('count'),
      fn.sum<number>('citation_count').as('citation_sum'),
    ])
    .where('journal_id', 'in', journal_ids)
    .where('deleted_at', 'is', null)
    .groupBy(['journal_id', 'year'])
    .orderBy('year')
    .execute()
}

/** Sets the figures of a journal; `year_counts` is JSON, `[{ year, count }]` by year. */
export async function setJournalFigures(
  db: Db,
  id: string,
  figures: { paper_count: number; citation_sum: number; year_counts: string },
): Promise<void> {
  await db.updateTable('journals').set(figures).where('id', '=', id).execute()
}
