import { MASKS } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { seekPosting } from './postings.ts'
import { postingsOf, type View } from './view.ts'

/** A word of a short query, as it was written. */
export interface WrittenWord {
  weight: number
  /** Lists of terms; a paper that has all of one has the word. */
  lists: string[][]
}

/** What a paper is called by. */
const HEADING = MASKS.title | MASKS.author | MASKS.source
/**
 * What it adds that all words stand in the paper as they were written, and in its heading, as shares of their weight.
 * Some of them add by a high power: one word in the title says little of which paper is meant, all of them say all
 * (figures in docs/decisions/0018).
 */
export const IN_PAPER = 1
export const IN_HEADING = 0.7
export const POWER = 5

/** The words of a plan that say how they were written (`written` of a boost). */
export function writtenWords(plan: Plan, idfOf: (plan: Plan) => number): WrittenWord[] {
  if (plan.op === 'boost' && plan.written) return [{ weight: idfOf(plan.part), lists: plan.written }]
  if (plan.op !== 'and' && plan.op !== 'or' && plan.op !== 'min_should_match') return []
  return plan.parts.flatMap((part) => writtenWords(part, idfOf))
}

/** What their words as written add to papers of a segment, ascending. */
export function writtenLifts(view: View, docs: number[], words: WrittenWord[]): number[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return docs.map(() => 0)
  const [inPaper, inHeading] = [docs.map(() => 0), docs.map(() => 0)]
  for (const { weight, lists } of words) {
    const places = lists.map((terms) => terms.map((term) => placesOf(view, docs, term)))
    docs.forEach((_, at) => {
      const place = Math.max(...places.map((terms) => Math.min(...terms.map((each) => each[at] ?? 0))))
      if (place > 0) inPaper[at] = (inPaper[at] ?? 0) + weight
      if (place > 1) inHeading[at] = (inHeading[at] ?? 0) + weight
    })
  }
  const lift = (most: number, weight = 0) => most * whole * (weight / whole) ** POWER
  return docs.map((_, at) => lift(IN_PAPER, inPaper[at]) + lift(IN_HEADING, inHeading[at]))
}

/** Where each paper has a term: 2 in its heading, 1 elsewhere, 0 nowhere. */
function placesOf(view: View, docs: number[], term: string): number[] {
  const postings = postingsOf(view, term)
  if (!postings) return docs.map(() => 0)
  const { segment } = view
  let at = postings.from
  return docs.map((doc) => {
    at = seekPosting(segment.docs, at, postings.to, doc)
    if (at >= postings.to || segment.docs[at] !== doc) return 0
    return ((segment.masks[at] ?? 0) & HEADING) === 0 ? 1 : 2
  })
}
