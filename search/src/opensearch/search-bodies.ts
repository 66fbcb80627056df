// Builds the bodies of the searches that count and list hits.
import type { IndexRequest } from '../planning/term-index.ts'
import { CITATIONS_WEIGHT, DATE_WEIGHT, isReranked, MAX_RERANKED } from '../ranking/rank.ts'
import { countingAggs } from './facet-query.ts'
import type { QueryContext } from './match-query.ts'
import { allOf, anyOf, type OpenSearchQuery } from './query.ts'
import { type ScoreScale, scoreQueries } from './score-query.ts'
import type { SearchBody } from './searches.ts'
import { topHitsBody } from './top-hits.ts'

/** A search request translated into OpenSearch queries. */
export interface PreparedSearch {
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

/** Builds the request that counts the hits of a query, without and with filters, and their facets. */
export function countBody(
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
export function listBodies(prepared: PreparedSearch): SearchBody[] {
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

/** Orders papers of one name by citations, then by date, as `addRenown` of ranking/rank.ts does. */
function renownQuery({ unit }: ScoreScale): OpenSearchQuery {
  const source = `(${CITATIONS_WEIGHT} * Math.log1p(doc['cited'].value) + ${DATE_WEIGHT} * doc['date'].value) * params.unit`
  return { script_score: { query: { match_all: {} }, script: { source, params: { unit } } } }
}
