import type { TermPostings } from '../segment/terms.ts'
import { type PhrasePlan, type Plan, type PrefixPlan, scoringLeaves, type TermPlan } from './plan.ts'
import { addConstant, addImpacts, type HitList } from './postings.ts'
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
/** A prefix that begins more terms than this scores by the first of them alone. */
const MOST_TERMS = 200

/** Adds the score of a plan's terms to its hits. */
export function addScores(
  view: View,
  plan: Plan,
  hits: HitList,
  frequencies: Frequencies,
  papers: number,
  scores: Float32Array,
): void {
  for (const leaf of scoringLeaves(plan)) {
    if (leaf.op === 'prefix') {
      addPrefix(view, leaf, hits, scores)
      continue
    }
    for (const term of scoredTerms(leaf)) {
      const postings = postingsOf(view, term)
      const factor = (leaf.weight * idf(frequencies.get(term) ?? 0, papers)) / 255
      if (postings) addImpacts(view.segment, postings, leaf.mask, factor, hits, scores)
    }
  }
}

const scoredTerms = (leaf: TermPlan | PhrasePlan) =>
  leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)

function addPrefix(view: View, leaf: PrefixPlan, hits: HitList, scores: Float32Array): void {
  for (const postings of postingsWith(view, leaf).slice(0, MOST_TERMS))
    addConstant(view.segment, postings, leaf.mask, PREFIX_SCORE * leaf.weight, hits, scores)
}

/** What a search knows of its terms, and the score that a paper has to reach. */
interface Bounds {
  frequencies: Frequencies
  papers: number
  least: number
}

/** Scores are sums of 32-bit floats: a bound this much below counts as reached. */
const ROUNDING = 1e-3

/**
 * Postings of terms of which a paper has to have one to score `least`: all terms but those that do not reach it
 * together. Null where that narrows nothing.
 */
export function neededPostings(view: View, plan: Plan, bounds: Bounds): TermPostings[] | null {
  const { frequencies, papers, least } = bounds
  const leaves = scoringLeaves(plan)
  if (leaves.some(({ op }) => op === 'prefix')) return null
  const terms = leaves.flatMap((leaf) =>
    leaf.op === 'prefix'
      ? []
      : scoredTerms(leaf).map((term) => ({
          term,
          most: leaf.weight * idf(frequencies.get(term) ?? 0, papers),
        })),
  )
  terms.sort((a, b) => a.most - b.most)
  let sum = 0
  const needed = terms.filter(({ most }) => {
    sum += most
    return sum + ROUNDING >= least
  })
  if (needed.length === terms.length) return null
  return needed.flatMap(({ term }) => postingsOf(view, term) ?? [])
}
