import { yearOf } from '@scinav/search'
import { isOverviewTitle, type PaperOrder } from '../../language/question/paper-order.ts'
import { reciprocalRankFusion } from '../../platform/foundation/rank-fusion.ts'
import { type Evidence, filterRelevant } from './evidence.ts'

/**
 * Evidence in the order that a question asks for, best first: of what says enough of what is asked the newest, or what
 * sums the subject up and then what is cited much as well as near. What says less stays behind it.
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

/** So many of them, what may answer before what only has some of the words. */
export function bestEvidence(ranked: Evidence[], most: number): Evidence[] {
  const telling = new Set(filterRelevant(ranked, 'quotes', false))
  return [...telling, ...ranked.filter((each) => !telling.has(each))].slice(0, most)
}
