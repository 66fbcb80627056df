import { ANY_SPACE_MASK } from '../index/terms.ts'
import { type Plan, planTerms } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { isReranked, MAX_RERANKED } from '../ranking/rank.ts'
import { planWeight } from '../ranking/score.ts'
import { keptOutCounts, passedCount, readFacets } from './facet-query.ts'
import { learnFacetLabels } from './labels.ts'
import { liftQuery } from './lift-query.ts'
import { matchQuery, type QueryContext, termQuery } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'
import { findPartialMatches } from './partial-matches.ts'
import { anyOf } from './query.ts'
import { countBody, listBodies, type PreparedSearch } from './search-bodies.ts'
import { type SearchResult, searchEach } from './searches.ts'
import { fetchDeepHits, MAX_RESULT_WINDOW, readHits, type ScoredHit } from './top-hits.ts'

/**
 * Runs a search and returns exact totals, facets, and the best hits by the impacts with which records were indexed.
 *
 * @throws as `searchEach`.
 */
export async function runSearch(opened: OpenedIndex, request: IndexRequest): Promise<IndexAnswer> {
  const started = performance.now()
  const prepared = await prepareSearch(opened, request)
  const { counts, listed } = await countAndList(opened, prepared)
  const [unfiltered, total] = [counts.total, passedCount(counts)]
  const [unnamed = [], ...named] = listed.map((result) => readHits(result, prepared.scale.unit))
  const partial = await findPartialMatches(opened, prepared, { unfiltered, total })
  const { answer = counts, hits: following = [] } = partial
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
    counts_partial: partial.isCounted,
    unfiltered,
    named_count: counts.aggregations.named?.doc_count ?? 0,
    facets,
    kept_out: keptOutCounts(answer, request.filters),
    took_ms: performance.now() - started,
  }
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

/**
 * Counts and lists hits in one request; lists beyond the result window are fetched page by page. `listed` has the
 * results of `listBodies` in their order.
 */
async function countAndList(
  opened: OpenedIndex,
  prepared: PreparedSearch,
): Promise<{ counts: SearchResult; listed: SearchResult[] }> {
  const bodies = listBodies(prepared)
  const isDeep = bodies.some(({ size }) => size > MAX_RESULT_WINDOW)
  const [counts, ...listed] = await searchEach(opened.client, opened.target, [
    countBody(prepared, prepared.strict),
    ...(isDeep ? [] : bodies),
  ])
  if (!counts) throw new Error('a search without an answer')
  if (!isDeep) return { counts, listed }
  return { counts, listed: await Promise.all(bodies.map((body) => fetchDeepHits(opened, body))) }
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
