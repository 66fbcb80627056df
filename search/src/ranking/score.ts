import { ANY_MASK } from '../index/layout.ts'
import type { TermPostings } from '../index/terms.ts'
import {
  type PhrasePlan,
  type Plan,
  type PrefixPlan,
  scoringLeaves,
  type TermPlan,
} from '../planning/plan.ts'
import { checkDeadline } from './deadline.ts'
import { addConstant, addImpacts, type HitList, type Scores } from './postings.ts'
import { lookUpPrefix, lookUpTerm, type SegmentView } from './view.ts'

/** Terms of a search with the number of papers that have each, over all segments. */
export type DocumentFrequencies = Map<string, number>

export function documentFrequencies(views: SegmentView[], terms: string[]): DocumentFrequencies {
  return new Map(
    terms.map((term) => {
      let count = 0
      for (const view of views) count += postingCount(lookUpTerm(view, term))
      return [term, count]
    }),
  )
}

const postingCount = (postings: TermPostings | null) => (postings ? postings.to - postings.from : 0)

/** Robertson and Spärck Jones's weight in the form that is never negative. */
export function idf(frequency: number, papers: number): number {
  return Math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5))
}

/** How much a part of a plan weighs in a minimum-should-match: as its rarest term, or the commonest of its alternatives. */
export function planWeight(plan: Plan, frequencies: DocumentFrequencies, papers: number): number {
  if (plan.op === 'term') return idf(frequencies.get(plan.term) ?? 0, papers)
  if (plan.op === 'phrase')
    return Math.max(...plan.parts.map(({ term }) => idf(frequencies.get(term) ?? 0, papers)))
  if (plan.op === 'boost') return planWeight(plan.part, frequencies, papers)
  if (plan.op === 'or') return Math.min(...plan.parts.map((part) => planWeight(part, frequencies, papers)))
  if (plan.op === 'and') return Math.max(...plan.parts.map((part) => planWeight(part, frequencies, papers)))
  return 1
}

export const PREFIX_SCORE = 0.3
/** A prefix that begins more terms than this scores by the first of them alone. */
export const MAX_PREFIX_TERMS = 200

/** A term that raises scores: `always` and, where it stands in one of the fields of `mask`, `within` more, at most. */
export interface ScoredTerm {
  term: string
  always: number
  within: number
  mask: number
}

/** What raises the scores of a plan's hits. */
export interface Scoring {
  terms: ScoredTerm[]
  prefixes: PrefixPlan[]
}

/** Each term once for all fields and once for each choice of some, so that its postings are read as seldom as can be. */
export function createScoring(plan: Plan, frequencies: DocumentFrequencies, papers: number): Scoring {
  const scoring: Scoring = { terms: [], prefixes: [] }
  for (const leaf of scoringLeaves(plan)) {
    if (leaf.op === 'prefix') scoring.prefixes.push(leaf)
    else {
      const idfOf = (term: string) => idf(frequencies.get(term) ?? 0, papers)
      const most = leaf.written?.length ? Math.max(...leaf.written.map(idfOf)) : Number.POSITIVE_INFINITY
      for (const term of leafTerms(leaf))
        addScoredTerm(scoring.terms, term, leaf.mask, leaf.weight * Math.min(most, idfOf(term)))
    }
  }
  return scoring
}

const leafTerms = (leaf: TermPlan | PhrasePlan) =>
  leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)

function addScoredTerm(terms: ScoredTerm[], term: string, mask: number, score: number): void {
  const anywhere = (mask & ANY_MASK) === ANY_MASK
  const known = terms.find(
    (each) => each.term === term && (anywhere || each.mask === 0 || each.mask === mask),
  )
  const entry = known ?? { term, always: 0, within: 0, mask: 0 }
  if (anywhere) entry.always += score
  else {
    entry.within += score
    entry.mask = mask
  }
  if (!known) terms.push(entry)
}

/** Adds the score of a plan's terms to its hits. */
export function addScores(
  view: SegmentView,
  { terms, prefixes }: Scoring,
  hits: HitList,
  scores: Scores,
): void {
  for (const { term, always, within, mask } of terms) {
    checkDeadline()
    const postings = lookUpTerm(view, term)
    const factors = { always: always / 255, within: within / 255, mask }
    if (postings) addImpacts(view.segment, postings, factors, hits, scores)
  }
  for (const prefix of prefixes) addPrefix(view, prefix, hits, scores)
}

function addPrefix(view: SegmentView, leaf: PrefixPlan, hits: HitList, scores: Scores): void {
  for (const postings of lookUpPrefix(view, leaf).slice(0, MAX_PREFIX_TERMS))
    addConstant(view.segment, postings, leaf.mask, PREFIX_SCORE * leaf.weight, hits, scores)
}
