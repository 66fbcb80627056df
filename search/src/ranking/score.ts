import { ANY_MASK, MAX_IMPACT } from '../index/layout.ts'
import type { TermPostings } from '../index/terms.ts'
import {
  type PhrasePlan,
  type Plan,
  type PrefixPlan,
  scoringLeaves,
  type TermPlan,
} from '../planning/plan.ts'
import { checkDeadline } from './deadline.ts'
import { addConstant, addImpacts, type HitList, type Scores } from './impacts.ts'
import { lookUpPrefix, lookUpTerm, type SegmentView } from './view.ts'

/** Document frequencies of the terms of a search over all segments; terms that no paper contains may be missing. */
export type DocumentFrequencies = Map<string, number>

/** Looks up the document frequencies of terms over all segments. */
export function documentFrequencies(views: SegmentView[], terms: string[]): DocumentFrequencies {
  return new Map(
    terms.map((term) => {
      let count = 0
      for (const view of views) count += postingCount(lookUpTerm(view, term))
      return [term, count]
    }),
  )
}

/** Returns the number of papers with a term in one segment. */
const postingCount = (postings: TermPostings | null) => (postings ? postings.to - postings.from : 0)

/**
 * Returns the inverse document frequency of Robertson and Spärck Jones in its non-negative form, ln(1 + (N − n + 0.5) /
 * (n + 0.5)).
 */
export function idf(frequency: number, papers: number): number {
  return Math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5))
}

/**
 * Returns the weight of a part of a minimum-should-match plan: the idf of its rarest term, or of the most common of its
 * alternatives; 1 for plans that are not terms, such as filters.
 */
export function planWeight(plan: Plan, frequencies: DocumentFrequencies, papers: number): number {
  if (plan.op === 'term') return idf(frequencies.get(plan.term) ?? 0, papers)
  if (plan.op === 'phrase')
    return Math.max(...plan.parts.map(({ term }) => idf(frequencies.get(term) ?? 0, papers)))
  if (plan.op === 'boost') return planWeight(plan.part, frequencies, papers)
  if (plan.op === 'or') return Math.min(...plan.parts.map((part) => planWeight(part, frequencies, papers)))
  if (plan.op === 'and') return Math.max(...plan.parts.map((part) => planWeight(part, frequencies, papers)))
  return 1
}

/** Score of a hit for each term with the prefix that it contains, as a factor of the prefix plan's weight. */
export const PREFIX_SCORE = 0.3
/** Maximum number of terms by which a prefix is scored: the first ones in the order of the terms. */
export const MAX_PREFIX_TERMS = 200

/**
 * Upper bound of a term's contribution to a score: `always`, and `within` more when it occurs in one of the fields of
 * `mask`.
 */
export interface ScoredTerm {
  term: string
  always: number
  within: number
  mask: number
}

/** The terms and prefixes that score the hits of a plan. */
export interface Scoring {
  terms: ScoredTerm[]
  prefixes: PrefixPlan[]
}

/**
 * Collects the terms and prefixes of a plan. Scores of a term for all fields and for one mask share an entry, so that
 * posting lists are read as rarely as possible.
 */
export function createScoring(plan: Plan, frequencies: DocumentFrequencies, papers: number): Scoring {
  const scoring: Scoring = { terms: [], prefixes: [] }
  const idfOf = (term: string) => idf(frequencies.get(term) ?? 0, papers)
  for (const leaf of scoringLeaves(plan)) {
    if (leaf.op === 'prefix') {
      scoring.prefixes.push(leaf)
      continue
    }
    // A translation scores no more than the rarest of the words as written.
    const maxIdf = leaf.written?.length ? Math.max(...leaf.written.map(idfOf)) : Number.POSITIVE_INFINITY
    for (const term of leafTerms(leaf))
      addScoredTerm(scoring.terms, term, leaf.mask, leaf.weight * Math.min(maxIdf, idfOf(term)))
  }
  return scoring
}

const leafTerms = (leaf: TermPlan | PhrasePlan) =>
  leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)

/** Adds a score to an entry of the term for this mask, or creates one. An entry for all fields alone has mask 0. */
function addScoredTerm(terms: ScoredTerm[], term: string, mask: number, score: number): void {
  const anywhere = (mask & ANY_MASK) === ANY_MASK
  const earlier = terms.find(
    (scored) => scored.term === term && (anywhere || scored.mask === 0 || scored.mask === mask),
  )
  const entry = earlier ?? { term, always: 0, within: 0, mask: 0 }
  if (anywhere) entry.always += score
  else {
    entry.within += score
    entry.mask = mask
  }
  if (!earlier) terms.push(entry)
}

/** Adds the scores of a plan's terms to the scores of its hits: Σ weight · idf · impact / `MAX_IMPACT`. */
export function addScores(
  view: SegmentView,
  { terms, prefixes }: Scoring,
  hits: HitList,
  scores: Scores,
): void {
  for (const { term, always, within, mask } of terms) {
    checkDeadline()
    const postings = lookUpTerm(view, term)
    const factors = { always: always / MAX_IMPACT, within: within / MAX_IMPACT, mask }
    if (postings) addImpacts(view.segment, postings, factors, hits, scores)
  }
  for (const prefix of prefixes) addPrefix(view, prefix, hits, scores)
}

/** Adds a constant score to the hits for each term with the prefix. */
function addPrefix(view: SegmentView, leaf: PrefixPlan, hits: HitList, scores: Scores): void {
  for (const postings of lookUpPrefix(view, leaf).slice(0, MAX_PREFIX_TERMS))
    addConstant(view.segment, postings, leaf.mask, PREFIX_SCORE * leaf.weight, hits, scores)
}
