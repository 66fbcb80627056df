import { ANY_SPACE_MASK } from '../index/terms.ts'
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
  context: QueryContext
  scale: ScoreScale
  /** Matches the complete hits, regardless of filters. */
  strict: OpenSearchQuery
  /** Match hits that the query names: one for all titles, then one for each name, if any such hit can exist. */
  named: OpenSearchQuery[]
  /** Number of queries in `named` that are by a name, not by a title. */
  name_count: number
  /** Restricts hits to records that arrived after `after_seq`. */
  newer: OpenSearchQuery[]
  filters: OpenSearchQuery[]
  /** Whether counts by value are merged from several shards, which may make them inexact. */
  has_several_shards: boolean
}

/**
 * Runs a search and returns exact totals, facets, and the best hits by the impacts with which records were indexed.
 *
 * @throws as `searchEach`.
 */
export async function runSearch(opened: OpenedIndex, request: IndexRequest): Promise<IndexAnswer> {
  const started = performance.now()
  const prepared = await prepareSearch(opened, request)
  const { counted, listed } = await countAndList(opened, prepared)
  const [unfiltered, total] = [counted.total, passedCount(counted)]
  const [unnamed = [], ...named] = listed.map((result) => readHits(result, prepared.scale.unit))
  const partial = await findPartialMatches(opened, prepared, { unfiltered, total })
  const { answer = counted, hits: following = [] } = partial
  // The first list has tier 0, each later one a lower tier.
  const ranked = [...named, unnamed, following].flatMap((hits, at) =>
    hits.map((hit) => ({ ...hit, tier: -at })),
  )
  const lifted = await liftHits(opened, prepared, ranked)
  const facets = readFacets(answer, request, opened.tables)
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

/**
 * Counts and lists hits in one request; lists beyond the result window are fetched page by page. `listed` has the
 * results of `listBodies` in their order.
 */
async function countAndList(
  opened: OpenedIndex,
  prepared: PreparedSearch,
): Promise<{ counted: SearchResult; listed: SearchResult[] }> {
  const bodies = listBodies(prepared)
  const isDeep = bodies.some(({ size }) => size > MAX_RESULT_WINDOW)
  const [counted, ...listed] = await searchEach(opened.client, opened.target, [
    countBody(prepared, prepared.strict),
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
    ? await opened.counts.get([...terms, ...titles, ...names.flatMap(planTerms)])
    : new Map<string, number>()
  const { papers } = opened.state()
  const idfOf = (part: Plan) => planWeight(part, frequencies, papers)
  const context: QueryContext = {
    idfOf,
    keysOf: (column, numbers) => numbers.map(opened.tables[column].keyOf).filter((key) => key !== ''),
  }
  const mayExist = (term: string) => !isWeighed || (frequencies.get(term) ?? 0) > 0
  const byTitle = titles.filter(mayExist).map((term) => termQuery(term, ANY_SPACE_MASK))
  const byName = names
    .filter((name) => planTerms(name).every(mayExist))
    .map((name) => matchQuery(name, context))
  const named = [...(byTitle.length === 0 ? [] : [anyOf(byTitle)]), ...byName]
  const strict = anyOf([matchQuery(plan, context), ...named])
  return {
    request,
    context,
    scale: { frequencies, papers, unit: opened.unit },
    strict,
    named,
    name_count: byName.length,
    newer: after_seq > 0 ? [{ range: { seq: { gt: after_seq } } }] : [],
    filters: filters.map(({ plan: filter }) => matchQuery(filter, context)),
    has_several_shards: opened.target.has_several_shards,
  }
}

/** Returns whether the rarity of words decides which records match a plan. */
function hasMinimumShare(plan: Plan): boolean {
  if (plan.op === 'min_should_match') return true
  if (plan.op === 'boost' || plan.op === 'not') return hasMinimumShare(plan.part)
  return (plan.op === 'and' || plan.op === 'or' || plan.op === 'some') && plan.parts.some(hasMinimumShare)
}

/** Builds the request that counts the hits of a query, without and with filters, and their facets. */
function countBody(
  { request, context, newer, filters, named, has_several_shards }: PreparedSearch,
  query: OpenSearchQuery,
): SearchBody {
  const aggs = {
    ...countingAggs({ ...request, has_several_shards }, context),
    ...(named.length > 0 && { named: { filter: allOf([anyOf(named), ...filters]) } }),
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
 * because they rank above all others. The list of the other hits comes first.
 */
function listBodies(prepared: PreparedSearch): SearchBody[] {
  const { request, scale, strict, named, name_count, newer, filters } = prepared
  if (request.limit === 0) return []
  const isScored = request.sort === 'relevance'
  const should = isScored ? scoreQueries(request.plan, scale) : []
  const listQuery = (
    query: OpenSearchQuery,
    must_not: OpenSearchQuery[],
    furtherScores: OpenSearchQuery[] = [],
  ): OpenSearchQuery => ({
    bool: { filter: [query, ...newer, ...filters], must_not, should: [...should, ...furtherScores] },
  })
  const size = isReranked(request) ? Math.max(request.limit, MAX_RERANKED) : request.limit
  if (named.length === 0 || !isScored) return [topHitsBody(listQuery(strict, []), request.sort, size)]
  const tiers = named.map((query, at) => {
    const isByTitle = at < named.length - name_count
    const renown = isByTitle ? [] : [renownQuery(scale)]
    return topHitsBody(listQuery(query, named.slice(0, at), renown), request.sort, size)
  })
  return [topHitsBody(listQuery(strict, named), request.sort, size), ...tiers]
}

/** Orders papers of one name by citations, then by date, as `addRenown` does. */
function renownQuery({ unit }: ScoreScale): OpenSearchQuery {
  const source = `(${CITATIONS_WEIGHT} * Math.log1p(doc['cited'].value) + ${DATE_WEIGHT} * doc['date'].value) * params.unit`
  return { script_score: { query: { match_all: {} }, script: { source, params: { unit } } } }
}

/** Records that lack some of the words of a query. */
interface PartialMatches {
  count: number
  /** Whether they count like hits. */
  counted: boolean
  /** Counts of hits and partial matches together, if they count like hits. */
  answer?: SearchResult
  hits?: ScoredHit[]
}

/**
 * Finds records that lack some of the words. They are counted like hits when there are few hits, and follow the hits
 * when the list is short.
 */
async function findPartialMatches(
  opened: OpenedIndex,
  prepared: PreparedSearch,
  { unfiltered, total }: { unfiltered: number; total: number },
): Promise<PartialMatches> {
  const { request, context, strict, newer, filters } = prepared
  const { fallback, min_hits, limit } = request
  if (!fallback) return { count: 0, counted: false }
  const counted = unfiltered < min_hits
  const follows = limit > 0 && total < Math.max(limit, SHORT_LIST_HITS)
  if (!counted && !follows) return { count: 0, counted: false }
  const partialQuery = matchQuery(fallback, context)
  const query: OpenSearchQuery = {
    bool: {
      filter: [partialQuery, ...newer, ...filters],
      must_not: strict === MATCH_NONE ? [] : [strict],
      should: request.sort === 'relevance' ? fallbackScores(fallback, prepared) : [],
    },
  }
  const size = Math.min(MAX_RESULT_WINDOW, Math.max(limit, MAX_RERANKED))
  const list = { ...topHitsBody(query, request.sort, size), track_total_hits: true }
  const bodies = counted ? [list, countBody(prepared, anyOf([strict, partialQuery]))] : [list]
  const [matches, answer] = await searchEach(opened.client, opened.target, bodies)
  if (!matches) return { count: 0, counted: false }
  const count = counted ? matches.total : Math.min(MAX_FOLLOWING, matches.total)
  return { count, counted, hits: readHits(matches, prepared.scale.unit), ...(answer && { answer }) }
}

/** Scores partial matches by the weights of their words, and by each word's presence. */
function fallbackScores(fallback: Plan, { scale, context }: PreparedSearch): OpenSearchQuery[] {
  const presence = coveringParts(fallback).map((part) => ({
    constant_score: {
      filter: matchQuery(part, context),
      boost: PRESENCE_SHARE * context.idfOf(part) * scale.unit,
    },
  }))
  return [...scoreQueries(fallback, scale), ...presence]
}

/** A hit with its tier, 0 for the first one and less for each later one: named hits, other hits, partial matches. */
type TieredHit = ScoredHit & { tier: number }

/** Reorders the best hits by word proximity and by the words as written. */
async function liftHits(
  opened: OpenedIndex,
  { request, scale, context }: PreparedSearch,
  hits: TieredHit[],
): Promise<TieredHit[]> {
  if (!isReranked(request) || hits.length < 2) return hits
  const best = hits.slice(0, MAX_RERANKED)
  const query = liftQuery(
    best.map(({ seq }) => seq),
    request,
    scale,
    context.idfOf,
  )
  if (!query) return hits
  const body = { query, size: best.length, sort: [{ seq: 'asc' }], track_scores: true }
  const [result] = await searchEach(opened.client, opened.target, [body])
  const lifts = new Map(result?.hits.map(({ sort, _score }) => [sort?.[0], _score ?? 0]))
  const lifted = best.map((hit) => ({ ...hit, score: hit.score + (lifts.get(hit.seq) ?? 0) }))
  lifted.sort((a, b) => b.tier - a.tier || b.score - a.score || b.seq - a.seq)
  return [...lifted, ...hits.slice(MAX_RERANKED)]
}
