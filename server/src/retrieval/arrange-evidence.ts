import { yearOf } from '@scinav/search'
import { isOverviewTitle, type PaperOrder } from '../language/question/paper-order.ts'
import { reciprocalRankFusion } from '../platform/foundation/rank-fusion.ts'
import type { Evidence } from './evidence/evidence.ts'
import { filterRelevant } from './evidence/relevance.ts'

/**
 * Orders the evidence that covers enough of the question as the question requests: by year, the newest first, or
 * overviews before other works (`overviewsFirst`). Evidence that covers less follows. The order stays when the question
 * requests none.
 *
 * @param chosen as in `filterRelevant`.
 */
export function arrangeEvidence(ranked: Evidence[], order: PaperOrder, chosen: boolean): Evidence[] {
  if (order === null) return ranked
  const relevant = filterRelevant(ranked, 'quotes', chosen)
  const relevantSet = new Set(relevant)
  const ordered =
    order === 'newest'
      ? relevant.toSorted((a, b) => yearOf(b.work.publish_date) - yearOf(a.work.publish_date))
      : overviewsFirst(relevant)
  return [...ordered, ...ranked.filter((each) => !relevantSet.has(each))]
}

/** Orders evidence by a fusion of the ranking with the citation counts, and puts overviews before other works. */
function overviewsFirst(evidence: Evidence[]): Evidence[] {
  const byCitations = evidence.toSorted((a, b) => b.work.citation_count - a.work.citation_count)
  const fused = reciprocalRankFusion(
    [evidence, byCitations].map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  const byId = new Map(evidence.map((each) => [each.passage.passage_id, each]))
  const candidates = [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
  const isOverview = ({ work }: Evidence) =>
    isOverviewTitle(work.title) || isOverviewTitle(work.title_zh ?? '')
  return [...candidates.filter(isOverview), ...candidates.filter((each) => !isOverview(each))]
}

/** Returns the best evidence, with what may be quoted as an answer before the rest. */
export function bestEvidence(ranked: Evidence[], most: number): Evidence[] {
  const quotable = new Set(filterRelevant(ranked, 'quotes', false))
  return [...quotable, ...ranked.filter((each) => !quotable.has(each))].slice(0, most)
}
