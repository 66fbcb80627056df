import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import {
  allOf,
  type EngineRequest,
  MASKS,
  type PaperIndex,
  type Plan,
  phrasePlan,
  stemsOf,
} from '@scinav/search'
import type { Context } from '../context.ts'
import { knownTerms } from './bilingual.service.ts'
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
import { type PaperRecord, recordsByIds } from './record.service.ts'
import { saidBy } from './said-terms.ts'
import { prepareSearch, searchPapers } from './search.service.ts'

type Interests = typeof api.papers.interests

const SAMPLE = 500
const CANDIDATES = 60
const SHOWN = 20

/**
 * Terms that stand out in the best 500 hits of a query, or in some papers, against the whole library. Counts and years
 * are those of all hits; years grow against the five before the last three.
 */
export async function relatedInterests(
  ctx: Context,
  { paper_id_list, ...wanted }: ParsedInputOf<Interests>,
): Promise<OutputOf<Interests>> {
  const { query } = wanted
  const listed = paper_id_list.length > 0
  const { ids } = listed
    ? { ids: paper_id_list }
    : await searchPapers(ctx, { ...wanted, from: 0, size: SAMPLE })
  const gathered = await gatherAll(recordsByIds(ctx, ids))
  if (gathered.papers.length === 0) return []
  const index = await ctx.library.current()
  const terms = await standingOut(ctx, index, gathered, listed ? '' : query)
  const thisYear = ctx.now().getUTCFullYear()
  if (listed) return terms.map((term) => amongThese(gathered, term, thisYear))
  const request = whole((await prepareSearch(ctx, wanted)).request)
  const latest = latestOf(yearsOf(await index.search({ ...request, facets: ['year'] })), thisYear)
  return Promise.all(terms.map((term) => amongHits(index, request, term, latest)))
}

/** The filters as part of the plan: a facet leaves out the filter of its own, and the years shall not. */
const whole = (request: EngineRequest): EngineRequest => ({
  ...request,
  plan: allOf([request.plan, ...request.filters.map(({ plan }) => plan)]),
  filters: [],
})

async function gatherAll(parts: AsyncIterable<PaperRecord[]>): Promise<Gathered> {
  const gathered = emptyGathered()
  for await (const part of parts)
    for (const { record } of part) {
      const work = readWork(record)
      gather(gathered, work)
      if (gathered.papers.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  return gathered
}

async function standingOut(
  ctx: Context,
  index: PaperIndex,
  gathered: Gathered,
  query: string,
): Promise<Term[]> {
  const { papers } = index.state()
  const isSaid = saidBy(query, await knownTerms(ctx))
  const candidates = frequentTerms(gathered, query, CANDIDATES).filter(({ label }) => !isSaid(label))
  const judged = await Promise.all(
    candidates.map(async (term) => {
      const { total } = await index.search(requestFor(termPlan(term)))
      return { term, score: outstanding(term.count, gathered.papers.length, total, papers) }
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

function requestFor(plan: Plan): EngineRequest {
  const rest = { loose: null, enough: 0, pairs: [], filters: [], all_sources: false, after_seq: 0 }
  return { plan, top: 0, sort: 'date', facets: [], ...rest }
}

type Interest = OutputOf<Interests>[number]

async function amongHits(
  index: PaperIndex,
  request: EngineRequest,
  term: Term,
  latest: number,
): Promise<Interest> {
  const plan = allOf([request.plan, termPlan(term)])
  const answer = await index.search({ ...request, plan, facets: ['year'] })
  const years = yearsOf(answer)
  return { term: term.label, count: answer.total, growth: growthOf(years, latest), years }
}

function yearsOf({ facets }: Awaited<ReturnType<PaperIndex['search']>>): YearCounts {
  return (facets.year?.counts ?? []).map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
}

function amongThese({ papers }: Gathered, { key, label, count }: Term, thisYear: number): Interest {
  const byYear = new Map<number, number>()
  for (const { year, keys } of papers)
    if (year > 0 && keys.has(key)) byYear.set(year, (byYear.get(year) ?? 0) + 1)
  const years = [...byYear].map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year)
  const latest = latestOf(
    papers.map(({ year }) => ({ year, count: 1 })),
    thisYear,
  )
  return { term: label, count, growth: growthOf(years, latest), years }
}

/** The last year that has papers, if it has come. */
function latestOf(years: YearCounts, thisYear: number): number {
  return Math.max(...years.filter(({ year }) => year <= thisYear).map(({ year }) => year), 0)
}
