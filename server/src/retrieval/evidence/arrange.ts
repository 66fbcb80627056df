import { yearOf } from '@scinav/search'
import { isOverview, type WantedOrder } from '../../language/question/order.ts'
import { fuse } from '../../platform/foundation/rank-fusion.ts'
import { type Evidence, relevant } from './evidence.ts'

/**
 * Evidence in the order that a question asks for, best first: of what says enough of what is asked the newest, or what
 * sums the subject up and then what is cited much as well as near. What says less stays behind it.
 */
export function arranged(ranked: Evidence[], order: WantedOrder, chosen: boolean): Evidence[] {
  if (order === null) return ranked
  const about = new Set(relevant(ranked, 'quotes', chosen))
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
  const fused = fuse(
    [evidence, byCitations].map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  const byId = new Map(evidence.map((each) => [each.passage.passage_id, each]))
  const all = [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
  const sumsUp = ({ work }: Evidence) => isOverview(work.title) || isOverview(work.title_zh ?? '')
  return [...all.filter(sumsUp), ...all.filter((each) => !sumsUp(each))]
}

/** So many of them, what may answer before what only has some of the words. */
export function theBest(ranked: Evidence[], most: number): Evidence[] {
  const telling = new Set(relevant(ranked, 'quotes', false))
  return [...telling, ...ranked.filter((each) => !telling.has(each))].slice(0, most)
}
