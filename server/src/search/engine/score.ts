import { ANY_MASK, type Segment } from '../segment/layout.ts'
import type { TermPostings } from '../segment/terms.ts'
import { type Bits, hasBit } from './bits.ts'
import { type Plan, scoringLeaves, type TermPlan } from './plan.ts'
import { postingsOf, postingsWith, type View } from './view.ts'

/** Terms of a search with the number of papers that have each, over all segments. */
export type Frequencies = Map<string, number>

export function frequenciesOf(views: View[], terms: string[]): Frequencies {
  return new Map(
    terms.map((term) => {
      let count = 0
      for (const view of views) count += sizeOf(postingsOf(view, term))
      return [term, count]
    }),
  )
}

const sizeOf = (postings: TermPostings | null) => (postings ? postings.to - postings.from : 0)

/** Robertson and Spärck Jones's weight in the form that is never negative. */
export function idf(frequency: number, papers: number): number {
  return Math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5))
}

/** How much a part of a plan weighs in a weak AND: as its rarest term, or the commonest of its alternatives. */
export function weightOf(plan: Plan, frequencies: Frequencies, papers: number): number {
  if (plan.op === 'term') return idf(frequencies.get(plan.term) ?? 0, papers)
  if (plan.op === 'phrase')
    return Math.max(...plan.parts.map(({ term }) => idf(frequencies.get(term) ?? 0, papers)))
  if (plan.op === 'boost') return weightOf(plan.part, frequencies, papers)
  if (plan.op === 'or') return Math.min(...plan.parts.map((part) => weightOf(part, frequencies, papers)))
  if (plan.op === 'and') return Math.max(...plan.parts.map((part) => weightOf(part, frequencies, papers)))
  return 1
}

const PREFIX_SCORE = 0.3

/** Adds the score of a plan's terms to the papers of `hits`. */
export function addScores(
  view: View,
  plan: Plan,
  hits: Bits,
  frequencies: Frequencies,
  papers: number,
  scores: Float32Array,
): void {
  for (const leaf of scoringLeaves(plan)) {
    if (leaf.op === 'prefix') {
      for (const postings of postingsWith(view, leaf).slice(0, 200))
        addConstant(view.segment, postings, leaf.mask, PREFIX_SCORE * leaf.weight, hits, scores)
      continue
    }
    const { mask, weight } = leaf
    const terms: TermPlan[] =
      leaf.op === 'term' ? [leaf] : leaf.parts.map(({ term }) => ({ op: 'term', term, mask, weight }))
    for (const term of terms) {
      const factor = (term.weight * idf(frequencies.get(term.term) ?? 0, papers)) / 255
      addTerm(view.segment, postingsOf(view, term.term), mask, factor, hits, scores)
    }
  }
}

function addTerm(
  segment: Segment,
  postings: TermPostings | null,
  mask: number,
  factor: number,
  hits: Bits,
  scores: Float32Array,
): void {
  if (!postings) return
  const { docs, impacts, masks } = segment
  const { to } = postings
  const wanted = (mask & ANY_MASK) === ANY_MASK ? 0 : mask
  for (let at = postings.from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (hasBit(hits, doc) && isIn(masks, at, wanted))
      scores[doc] = (scores[doc] ?? 0) + factor * (impacts[at] ?? 0)
  }
}

/** 0 is any field. */
function isIn(masks: Uint8Array, at: number, wanted: number): boolean {
  return wanted === 0 || ((masks[at] ?? 0) & wanted) !== 0
}

function addConstant(
  { docs, masks }: Segment,
  { from, to }: TermPostings,
  mask: number,
  score: number,
  hits: Bits,
  scores: Float32Array,
): void {
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (((masks[at] ?? 0) & mask) !== 0 && hasBit(hits, doc)) scores[doc] = (scores[doc] ?? 0) + score
  }
}
