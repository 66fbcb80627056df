import { yearOf } from '@scinav/search'
import { isOverviewTitle, type PaperOrder } from '../../language/question/paper-order.ts'
import { reciprocalRankFusion } from '../../platform/foundation/rank-fusion.ts'
import { type Evidence, filterRelevant } from './evidence.ts'

/**
 * Orders evidence as the question requests, within what covers enough of the question: the newest first, or overviews
 * first and then a fusion of the ranking with the citation counts. Evidence that covers less follows.
 */
export function arrangeEvidence(ranked: Evidence[], order: PaperOrder, chosen: boolean): Evidence[] {
  if (order === null) return ranked
  const about = new Set(filterRelevant(ranked, 'quotes', chosen))
  const [first, others] = [
    ranked.filter((each) => about.has(each)),
    ranked.filter((each) => !about.has(each)),
  ]
  const inOrder =
    order === 'newest'
      ? first.toSorted((a, b) => yearOf(b.work.publish_date) - yearOf(a.work.publish_date))
      : overviewsFirst(first)
  return [...inOrder, ...others]
}

function overviewsFirst(evidence: Evidence[]): Evidence[] {
  const byCitations = evidence.toSorted((a, b) => b.work.citation_count - a.work.citation_count)
  const fused = reciprocalRankFusion(
    [evidence, byCitations].map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  const byId = new Map(evidence.map((each) => [each.passage.passage_id, each]))
  const all = [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
  const sumsUp = ({ work }: Evidence) => isOverviewTitle(work.title) || isOverviewTitle(work.title_zh ?? '')
  return [...all.filter(sumsUp), ...all.filter((each) => !sumsUp(each))]
}

/** Returns the best evidence, with what may be quoted as an answer before the rest. */
export function bestEvidence(ranked: Evidence[], most: number): Evidence[] {
  const telling = new Set(filterRelevant(ranked, 'quotes', false))
  return [...telling, ...ranked.filter((each) => !telling.has(each))].slice(0, most)
}
