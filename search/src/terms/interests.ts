import type { Work } from '@scinav/contract'
import { MASKS } from '../index/layout.ts'
import { stemsOf } from '../planning/bilingual.ts'
import type { Plan } from '../planning/plan.ts'
import type { Wanted } from '../planning/plan-search.ts'
import { planSearch } from '../planning/plan-search.ts'
import { type IndexAnswer, type IndexRequest, requestOf } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { allOf, phrasePlan } from '../planning/word-plans.ts'
import {
  emptyGathered,
  frequentTerms,
  type Gathered,
  gather,
  growthOf,
  outstanding,
  type Term,
  type YearCounts,
} from './interest-terms.ts'
import { isInQuery } from './query-terms.ts'

/** A term, in how many papers it is, and how many more a year in the last three than in the five before. */
export interface Interest {
  term: string
  count: number
  growth: number
  years: YearCounts
}

/** Whose counts and years are told: those of all hits of a search, or those of the works themselves. */
export interface InterestsIn {
  search: Wanted | null
  this_year: number
}

const CANDIDATES = 60
const SHOWN = 20
/** A phrase of titles that fewer papers of the library have is how somebody put it, no term. */
const MIN_PHRASE_PAPERS = 3

/** Terms that stand out in some works against the whole library. */
export async function interestsOf(
  index: TermIndex,
  vocabulary: Vocabulary,
  works: AsyncIterable<Work>,
  { search, this_year }: InterestsIn,
): Promise<Interest[]> {
  const gathered = await gatherAll(works)
  if (gathered.papers.length === 0) return []
  const terms = await standingOut(index, vocabulary, gathered, search?.query ?? '')
  if (!search) return terms.map((term) => amongThese(gathered, term, this_year))
  const { understood, filters, pairs } = planSearch(search, index.values(), vocabulary)
  // The filters are part of the plan: a facet leaves out the filter of its own, and the years shall not.
  const plan = allOf([understood.plan, ...filters.map((filter) => filter.plan)])
  const request: IndexRequest = { ...requestOf(plan), pairs, facets: ['year'] }
  const latest = latestOf(yearsOf(await index.search(request)), this_year)
  return Promise.all(terms.map((term) => amongHits(index, request, term, latest)))
}

async function gatherAll(works: AsyncIterable<Work>): Promise<Gathered> {
  const gathered = emptyGathered()
  for await (const work of works) {
    gather(gathered, work)
    if (gathered.papers.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return gathered
}

async function standingOut(
  index: TermIndex,
  vocabulary: Vocabulary,
  gathered: Gathered,
  query: string,
): Promise<Term[]> {
  const { papers } = index.state()
  const isInIt = isInQuery(query, vocabulary.terms)
  const candidates = frequentTerms(gathered, query, CANDIDATES).filter(({ label }) => !isInIt(label))
  const judged = await Promise.all(
    candidates.map(async (term) => {
      const { total } = await index.search(requestOf(termPlan(term)))
      const isTerm = term.keyword || total >= MIN_PHRASE_PAPERS
      return { term, score: isTerm ? outstanding(term.count, gathered.papers.length, total, papers) : 0 }
    }),
  )
  return judged
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ term }) => term)
}

/** Papers with the term in title or keywords, in the singular or the plural. */
function termPlan({ label }: Term): Plan {
  const reading = { mask: MASKS.title | MASKS.keyword, weight: 1 }
  if (/\p{Script=Han}/u.test(label)) return phrasePlan(label, reading)
  const parts = stemsOf(label)
    .split(' ')
    .map((term, offset) => ({ term, offset }))
  const [first] = parts
  if (!first) return { op: 'none' }
  return parts.length === 1
    ? { op: 'term', term: first.term, ...reading }
    : { op: 'phrase', parts, ...reading }
}

async function amongHits(
  index: TermIndex,
  request: IndexRequest,
  term: Term,
  latest: number,
): Promise<Interest> {
  const answer = await index.search({ ...request, plan: allOf([request.plan, termPlan(term)]) })
  const years = yearsOf(answer)
  return { term: term.label, count: answer.total, growth: growthOf(years, latest), years }
}

function yearsOf({ facets }: IndexAnswer): YearCounts {
  return (facets.year?.counts ?? []).map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
}

function amongThese({ papers }: Gathered, { key, label, count }: Term, this_year: number): Interest {
  const byYear = new Map<number, number>()
  for (const { year, keys } of papers)
    if (year > 0 && keys.has(key)) byYear.set(year, (byYear.get(year) ?? 0) + 1)
  const years = [...byYear].map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
  const latest = latestOf(
    papers.map(({ year }) => ({ year, count: 1 })),
    this_year,
  )
  return { term: label, count, growth: growthOf(years, latest), years }
}

/** The last year that has papers, if it has come. */
function latestOf(years: YearCounts, this_year: number): number {
  return Math.max(...years.filter(({ year }) => year <= this_year).map(({ year }) => year), 0)
}
