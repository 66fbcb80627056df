import type { BaseContext } from '../../platform/context/context.ts'
import * as figures from './journal-figures.store.ts'
import { matchRanks } from './rank-match.ts'

/** Number of journals counted with one query. */
const BATCH_SIZE = 100

/**
 * Recounts papers and citations of the journals with papers changed since, and assigns ranks imported earlier to the
 * journals added since. A journal all of whose papers were deleted has none.
 *
 * @param after_change the number (`papers.change`) of the last change that was counted before.
 */
export async function refreshJournalFigures(
  ctx: Pick<BaseContext, 'db'>,
  after_change: number,
): Promise<void> {
  const ids = await figures.listChangedJournals(ctx.db, after_change)
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE)
    const byJournal = Map.groupBy(
      await figures.countJournalYears(ctx.db, batch),
      ({ journal_id }) => journal_id,
    )
    for (const id of batch) {
      const yearFigures = (byJournal.get(id) ?? []).map(({ year, count, citation_sum }) => ({
        year,
        count: Number(count),
        citation_sum: Number(citation_sum),
      }))
      await figures.setJournalFigures(ctx.db, id, {
        paper_count: yearFigures.reduce((sum, { count }) => sum + count, 0),
        citation_sum: yearFigures.reduce((sum, each) => sum + each.citation_sum, 0),
        year_counts: JSON.stringify(
          yearFigures.flatMap(({ year, count }) => (year === null ? [] : [{ year, count }])),
        ),
      })
    }
  }
  if (ids.length > 0) await matchRanks(ctx)
}
