import { type Plan, planTerms } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { coveringParts, PRESENCE_SHARE } from '../ranking/find.ts'
import { MAX_FOLLOWING, SHORT_LIST_HITS } from '../ranking/find-all.ts'
import { CITATIONS_WEIGHT, DATE_WEIGHT, isReranked, MAX_RERANKED } from '../ranking/rank.ts'
import { planWeight } from '../ranking/score.ts'
import { countingAggs, keptOutCounts, passedCount, readFacets } from './facet-query.ts'
import { learnFacetLabels } from './labels.ts'
import { liftQuery } from './lift-query.ts'
import { matchQuery, type QueryContext, termQuery } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'
import { allOf, anyOf, MATCH_NONE, type OpenSearchQuery } from './query.ts'
import { type ScoreScale, scoreQueries } from './score-query.ts'
import { type SearchBody, type SearchResult, searchEach } from './searches.ts'
import { fetchDeepHits, MAX_RESULT_WINDOW, readHits, type ScoredHit, topHitsBody } from './top-hits.ts'

/** A search request translated into OpenSearch queries. */
interface PreparedSearch {
  request: IndexRequest
  matching: QueryContext
  scale: ScoreScale
  /** Hits regardless of filters; and the hits that a title names, then those of each name, where any can exist. */
  strict: OpenSearchQuery
  called: OpenSearchQuery[]
  /** Number of queries in `called` that are by a name. */
  named: number
  /** Restricts hits to records that arrived after `after_seq`. */
  newer: OpenSearchQuery[]
  filters: OpenSearchQuery[]
  several: boolean
}

const EVERY_FIELD = 0xff

/** Runs a search and returns exact totals, facets, and the best hits by the impacts with which records were indexed. */
export async function runSearch(opened: OpenedIndex, request: IndexRequest): Promise<IndexAnswer> {
  const started = performance.now()
  const asked = await prepareSearch(opened, request)
  const { counted, listed } = await countAndList(opened, asked)
  const [unfiltered, total] = [counted.total, passedCount(counted)]
  const [own = [], ...called] = listed.map((found) => readHits(found, asked.scale.unit))
  const partial = await findPartialMatches(opened, asked, { unfiltered, total })
  const { answer = counted, hits: following = [] } = partial
  const ranked = [...called, own, following].flatMap((hits, at) => hits.map((hit) => ({ ...hit, tier: -at })))
  const lifted = await liftHits(opened, asked, ranked)
  const facets = readFacets(answer, { ...request, several: asked.several }, opened.tables)
  await learnFacetLabels(opened, facets)
  return {
    hits: lifted
      .slice(0, Math.min(request.limit, total + partial.count))
      .map(({ seq, score }) => ({ seq, score })),
    total,
    partial: partial.count,
    counts_partial: partial.counted,
    unfiltered,
    named_count: counted.aggregations.named?.doc_count ?? 0,
    facets,
    kept_out: keptOutCounts(answer, request.filters),
    took_ms: performance.now() - started,
  }
}

/** Counts and lists hits in one request; lists beyond the result window are fetched page by page. */
async function countAndList(
  opened: OpenedIndex,
  asked: PreparedSearch,
): Promise<{ counted: SearchResult; listed: SearchResult[] }> {
  const bodies = listBodies(asked)
  const isDeep = bodies.some(({ size }) => size > MAX_RESULT_WINDOW)
  const [counted, ...listed] = await searchEach(opened.client, opened.target, [
    countBody(asked, asked.strict),
    ...(isDeep ? [] : bodies),
  ])
  if (!counted) throw new Error('a search without an answer')
  if (!isDeep) return { counted, listed }
  return { counted, listed: await Promise.all(bodies.map((body) => fetchDeepHits(opened, body))) }
}

/** Translates a request into OpenSearch queries, looking up document frequencies where weights matter. */
async function prepareSearch(opened: OpenedIndex, request: IndexRequest): Promise<PreparedSearch> {
  const { plan, fallback, titles, names, after_seq, limit, filters } = request
  const plans = fallback ? [plan, fallback] : [plan]
  const isWeighed = limit > 0 || fallback !== null || plans.some(hasMinimumShare)
  const terms = [...new Set(plans.flatMap(planTerms))]
  const frequencies = isWeighed
    ? await opened.counts.of([...terms, ...titles, ...names.flatMap(planTerms)])
    : new Map<string, number>()
  const { papers } = opened.state()
  const idfOf = (part: Plan) => planWeight(part, frequencies, papers)
  const matching: QueryContext = {
    idfOf,
    keysOf: (column, numbers) => numbers.map(opened.tables[column].keyOf).filter((key) => key !== ''),
  }
  const isThere = (term: string) => !isWeighed || (frequencies.get(term) ?? 0) > 0
  const titled = titles.filter(isThere).map((term) => termQuery(term, EVERY_FIELD))
  const named = names
    .filter((name) => planTerms(name).every(isThere))
    .map((name) => matchQuery(name, matching))
  const called = [...(titled.length === 0 ? [] : [anyOf(titled)]), ...named]
  const strict = anyOf([matchQuery(plan, matching), ...called])
  return {
    request,
    matching,
    scale: { frequencies, papers, unit: opened.unit },
    strict,
    called,
    named: named.length,
    newer: after_seq > 0 ? [{ range: { seq: { gt: after_seq } } }] : [],
    filters: filters.map(({ plan: filter }) => matchQuery(filter, matching)),
    several: opened.target.several,
  }
}

/** Returns whether the rarity of words decides which records match. */
function hasMinimumShare(plan: Plan): boolean {
  if (plan.op === 'min_should_match') return true
  if (plan.op === 'boost' || plan.op === 'not') return hasMinimumShare(plan.part)
  return (plan.op === 'and' || plan.op === 'or' || plan.op === 'some') && plan.parts.some(hasMinimumShare)
}

/** Builds the request that counts the hits of a query, without and with filters, and their facets. */
function countBody(
  { request, matching, newer, filters, called, several }: PreparedSearch,
  query: OpenSearchQuery,
): SearchBody {
  const aggs = {
    ...countingAggs({ ...request, several }, matching),
    ...(called.length > 0 && { named: { filter: allOf([anyOf(called), ...filters]) } }),
  }
  return {
    query: allOf([query, ...newer]),
    size: 0,
    track_total_hits: true,
    ...(Object.keys(aggs).length > 0 && { aggs }),
  }
}

/**
 * Builds the requests for the best hits of the plan; hits that a title or name identifies are listed separately,
 * because they rank above all others.
 */
function listBodies(asked: PreparedSearch): SearchBody[] {
  const { request, scale, strict, called, named, newer, filters } = asked
  if (request.limit === 0) return []
  const isScored = request.sort === 'relevance'
  const should = isScored ? scoreQueries(request.plan, scale) : []
  const list = (
    query: OpenSearchQuery,
    must_not: OpenSearchQuery[],
    more: OpenSearchQuery[] = [],
  ): OpenSearchQuery => ({
    bool: { filter: [query, ...newer, ...filters], must_not, should: [...should, ...more] },
  })
  const size = isReranked(request) ? Math.max(request.limit, MAX_RERANKED) : request.limit
  if (called.length === 0 || !isScored) return [topHitsBody(list(strict, []), request.sort, size)]
  const tiers = called.map((query, at) => {
    const renown = at < called.length - named ? [] : [renownQuery(scale)]
    return topHitsBody(list(query, called.slice(0, at), renown), request.sort, size)
  })
  return [topHitsBody(list(strict, called), request.sort, size), ...tiers]
}

/** Orders papers of one name by citations, then by date, as `addRenown` does. */
function renownQuery({ unit }: ScoreScale): OpenSearchQuery {
  const source = `(${CITATIONS_WEIGHT} * Math.log1p(doc['cited'].value) + ${DATE_WEIGHT} * doc['date'].value) * params.unit`
  return { script_score: { query: { match_all: {} }, script: { source, params: { unit } } } }
}

interface PartialMatches {
  count: number
  counted: boolean
  answer?: SearchResult
  hits?: ScoredHit[]
}

/**
 * Finds records that lack some of the words. They are counted like hits when there are few hits, and follow the hits
 * when the list is short.
 */
async function findPartialMatches(
  opened: OpenedIndex,
  asked: PreparedSearch,
  { unfiltered, total }: { unfiltered: number; total: number },
): Promise<PartialMatches> {
  const { request, matching, strict, newer, filters } = asked
  const { fallback, min_hits, limit } = request
  if (!fallback) return { count: 0, counted: false }
  const counted = unfiltered < min_hits
  const follows = limit > 0 && total < Math.max(limit, SHORT_LIST_HITS)
  if (!counted && !follows) return { count: 0, counted: false }
  const lacking = matchQuery(fallback, matching)
  const query: OpenSearchQuery = {
    bool: {
      filter: [lacking, ...newer, ...filters],
      must_not: strict === MATCH_NONE ? [] : [strict],
      should: request.sort === 'relevance' ? fallbackScores(fallback, asked) : [],
    },
  }
  const size = Math.min(MAX_RESULT_WINDOW, Math.max(limit, MAX_RERANKED))
  const list = { ...topHitsBody(query, request.sort, size), track_total_hits: true }
  const bodies = counted ? [list, countBody(asked, anyOf([strict, lacking]))] : [list]
  const [found, answer] = await searchEach(opened.client, opened.target, bodies)
  if (!found) return { count: 0, counted: false }
  const count = counted ? found.total : Math.min(MAX_FOLLOWING, found.total)
  return { count, counted, hits: readHits(found, asked.scale.unit), ...(answer && { answer }) }
}

/** Scores partial matches by the weights of their words, and by each word's presence. */
function fallbackScores(fallback: Plan, { scale, matching }: PreparedSearch): OpenSearchQuery[] {
  const presence = coveringParts(fallback).map((part) => ({
    constant_score: {
      filter: matchQuery(part, matching),
      boost: PRESENCE_SHARE * matching.idfOf(part) * scale.unit,
    },
  }))
  return [...scoreQueries(fallback, scale), ...presence]
}

type TieredHit = ScoredHit & { tier: number }

/** Reorders the best hits by word proximity and by the words as written. */
async function liftHits(
  opened: OpenedIndex,
  { request, scale, matching }: PreparedSearch,
  hits: TieredHit[],
): Promise<TieredHit[]> {
  if (!isReranked(request) || hits.length < 2) return hits
  const best = hits.slice(0, MAX_RERANKED)
  const query = liftQuery(
    best.map(({ seq }) => seq),
    request,
    scale,
    matching.idfOf,
  )
  if (!query) return hits
  const body = { query, size: best.length, sort: [{ seq: 'asc' }], track_scores: true }
  const [found] = await searchEach(opened.client, opened.target, [body])
  const lifts = new Map(found?.hits.map(({ sort, _score }) => [sort?.[0], _score ?? 0]))
  const lifted = best.map((hit) => ({ ...hit, score: hit.score + (lifts.get(hit.seq) ?? 0) }))
  lifted.sort((a, b) => b.tier - a.tier || b.score - a.score || b.seq - a.seq)
  return [...lifted, ...hits.slice(MAX_RERANKED)]
}
