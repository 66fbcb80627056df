import type { Work } from '@scinav/contract'
import { MASKS } from '../index/layout.ts'
import { type Bilingual, chineseForKey, englishStems } from '../planning/bilingual.ts'
import { termsAtWords } from '../planning/known-terms.ts'
import { andPlan, type Plan } from '../planning/plan.ts'
import { planSearch, type SearchCriteria } from '../planning/plan-search.ts'
import { createRequest, type IndexAnswer, type IndexRequest, type TermIndex } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { phrasePlan } from '../planning/word-plans.ts'
import {
  createGatheredTerms,
  findFrequentTerms,
  type GatheredTerms,
  gatherTerms,
  growthRate,
  type InterestTerm,
  logLikelihoodRatio,
  type YearCounts,
} from './interest-terms.ts'

/** A term that is characteristic of some works. */
export interface Interest {
  term: string
  /** Number of papers with the term. */
  count: number
  /** Ratio of papers per year in the last three years to the five before: see `growthRate`. */
  growth: number
  /** Papers with the term per year, ascending. */
  years: YearCounts
}

/** Papers among which the terms are counted. */
export interface InterestScope {
  /** All hits of this search; null for the given works themselves. */
  search: SearchCriteria | null
  /** Papers of later years, such as articles in press, do not count as the latest ones. */
  this_year: number
}

/** Number of frequent terms that are compared with the library, of which up to `MAX_SHOWN_TERMS` are returned. */
const MAX_CANDIDATES = 60
const MAX_SHOWN_TERMS = 20
/** Number of papers gathered between two pauses that let other work proceed. */
const PAUSE_INTERVAL = 100
/** Minimum number of papers of the library with a title phrase; in fewer it is a wording, not a term. */
const MIN_PHRASE_PAPERS = 3

/**
 * Returns up to `MAX_SHOWN_TERMS` terms that are more frequent in some works than in the whole library, most
 * characteristic first; [] without works.
 */
export async function findInterests(
  index: TermIndex,
  vocabulary: Vocabulary,
  works: AsyncIterable<Work>,
  { search, this_year }: InterestScope,
): Promise<Interest[]> {
  const gathered = await gatherAll(works)
  if (gathered.papers.length === 0) return []
  const terms = await findOutstandingTerms(index, vocabulary, gathered, search?.query ?? '')
  if (!search) return terms.map((term) => interestAmongWorks(gathered, term, this_year))
  const { understood, filters, pairs } = planSearch(search, index.values(), vocabulary)
  // Filters are made part of the plan: a facet omits its own filter, which must apply to the years here.
  const plan = andPlan([understood.plan, ...filters.map((filter) => filter.plan)])
  const request: IndexRequest = { ...createRequest(plan), pairs, facets: ['year'] }
  const latest = latestYear(yearCounts(await index.search(request)), this_year)
  return Promise.all(terms.map((term) => interestAmongHits(index, request, term, latest)))
}

/** Gathers the terms of all works; other tasks get a turn in between. */
async function gatherAll(works: AsyncIterable<Work>): Promise<GatheredTerms> {
  const gathered = createGatheredTerms()
  for await (const work of works) {
    gatherTerms(gathered, work)
    if (gathered.papers.length % PAUSE_INTERVAL === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return gathered
}

/** Returns the frequent terms of works that the library has less often, most characteristic first. */
async function findOutstandingTerms(
  index: TermIndex,
  vocabulary: Vocabulary,
  gathered: GatheredTerms,
  query: string,
): Promise<InterestTerm[]> {
  const { papers } = index.state()
  const isInQuery = createQueryTermTest(query, vocabulary.terms)
  const candidates = findFrequentTerms(gathered, query, MAX_CANDIDATES).filter(
    ({ label }) => !isInQuery(label),
  )
  const scored = await Promise.all(
    candidates.map(async (term) => {
      const { total } = await index.search(createRequest(termPlan(term)))
      const isTerm = term.keyword || total >= MIN_PHRASE_PAPERS
      return {
        term,
        score: isTerm ? logLikelihoodRatio(term.count, gathered.papers.length, total, papers) : 0,
      }
    }),
  )
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SHOWN_TERMS)
    .map(({ term }) => term)
}

/** Returns a plan of papers with a term in title or keywords, in the singular or the plural. */
function termPlan({ label }: InterestTerm): Plan {
  const scope = { mask: MASKS.title | MASKS.keyword, weight: 1 }
  if (/\p{Script=Han}/u.test(label)) return phrasePlan(label, scope)
  const parts = englishStems(label)
    .split(' ')
    .map((term, offset) => ({ term, offset }))
  const [first] = parts
  if (!first) return { op: 'none' }
  return parts.length === 1 ? { op: 'term', term: first.term, ...scope } : { op: 'phrase', parts, ...scope }
}

/** Counts a term among all hits of a search, by year. */
async function interestAmongHits(
  index: TermIndex,
  request: IndexRequest,
  term: InterestTerm,
  latest: number,
): Promise<Interest> {
  const answer = await index.search({ ...request, plan: andPlan([request.plan, termPlan(term)]) })
  const years = yearCounts(answer)
  return { term: term.label, count: answer.total, growth: growthRate(years, latest), years }
}

/** Returns the papers per year, ascending. */
function yearCounts({ facets }: IndexAnswer): YearCounts {
  return (facets.year?.counts ?? []).map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
}

/** Counts a term among the gathered works, by year. */
function interestAmongWorks(
  { papers }: GatheredTerms,
  { key, label, count }: InterestTerm,
  this_year: number,
): Interest {
  const byYear = new Map<number, number>()
  for (const { year, keys } of papers)
    if (year > 0 && keys.has(key)) byYear.set(year, (byYear.get(year) ?? 0) + 1)
  const years = [...byYear].map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
  const latest = latestYear(
    papers.map(({ year }) => ({ year, count: 1 })),
    this_year,
  )
  return { term: label, count, growth: growthRate(years, latest), years }
}

/** Returns the last year with papers that is not in the future; 0 when there is none. */
function latestYear(years: YearCounts, this_year: number): number {
  return Math.max(...years.filter(({ year }) => year <= this_year).map(({ year }) => year), 0)
}

/**
 * Creates a test for terms that a query already contains, in its own language, in the other one, or by another name:
 * the query 机器翻译 contains "machine translation" and MT.
 */
function createQueryTermTest(query: string, bilingual: Bilingual): (term: string) => boolean {
  const chinese = [...chineseTerms(query, bilingual), ...chineseTranslations(query, bilingual)]
  const english = chinese.flatMap((term) => bilingual.fromChinese.get(term) ?? [])
  const queryTerms = new Set([...chinese, ...english.map(englishStems)])
  return (term) => queryTerms.has(term) || queryTerms.has(englishStems(term))
}

/** Returns the Chinese terms of a query that have a translation. */
const chineseTerms = (query: string, bilingual: Bilingual): string[] =>
  (query.match(/\p{Script=Han}+/gu) ?? [])
    .flatMap((run) => termsAtWords(run, bilingual))
    .filter((term) => bilingual.fromChinese.has(term))

/** Returns the Chinese translations of every run of English words in a query that is a term. */
function chineseTranslations(query: string, bilingual: Bilingual): string[] {
  const { longest } = bilingual
  const stems = englishStems(query.replace(/\p{Script=Han}+/gu, ' ')).split(' ')
  return stems.flatMap((_, from) =>
    Array.from({ length: Math.min(longest.english, stems.length - from) }, (_, index) =>
      stems.slice(from, from + index + 1).join(' '),
    ).flatMap((key) => chineseForKey(bilingual, key)),
  )
}
