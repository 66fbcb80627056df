import { SearchUnavailable } from '../engine.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import type { OpenSearchClient } from './client.ts'
import type { OpenSearchQuery } from './query.ts'
import { OpenSearchRefused } from './request.ts'

/** The index that searches run in. */
export interface SearchTarget {
  /** Name of an index or alias. */
  index: string
  has_several_shards: boolean
}

/** Body of one search request, with the names of OpenSearch; `searchEach` adds a time limit and defaults. */
export interface SearchBody {
  query: OpenSearchQuery
  size: number
  track_total_hits?: boolean | number
  sort?: object[]
  aggs?: Record<string, object>
  track_scores?: boolean
  stored_fields?: string | string[]
  search_after?: number[]
}

/** A hit with the requested data. */
export interface FoundHit {
  /** Null when hits are sorted by a column. */
  _score?: number | null
  /** Sort keys; the last one is `seq`. */
  sort?: number[]
  fields?: Record<string, unknown[]>
}

/** A value with its number of records. */
export interface AggregationBucket {
  key: string | number
  doc_count: number
}

/** Result of an aggregation: a filter has a count and one nested aggregation, `values`, which has buckets. */
export interface Aggregation {
  doc_count?: number
  buckets?: AggregationBucket[]
  doc_count_error_upper_bound?: number
  sum_other_doc_count?: number
  values?: Aggregation
}

/** Result of one search. */
export interface SearchResult {
  /** Number of hits; 0 unless `track_total_hits` was set. */
  total: number
  hits: FoundHit[]
  aggregations: Record<string, Aggregation>
}

/** The answer of OpenSearch to one search. */
interface SearchResponse {
  status?: number
  timed_out?: boolean
  error?: { type: string; reason: string; root_cause?: { type: string; reason: string }[] }
  hits?: { total?: { value: number }; hits?: FoundHit[] }
  aggregations?: Record<string, Aggregation>
}

/** The fields of `SearchResponse`, to which OpenSearch reduces its answer. */
const RESPONSE_FIELDS = [
  'status',
  'error',
  'timed_out',
  'hits.total.value',
  'hits.hits._score',
  'hits.hits.sort',
  'hits.hits.fields',
  'aggregations',
]
/** Path of the request for several searches, which leaves out unused fields of the response. */
const SEARCH_PATH = `/_msearch?filter_path=${RESPONSE_FIELDS.map((name) => `responses.${name}`).join(',')}`
/** Time limit of a search in the cluster. */
const SEARCH_TIMEOUT = '5s'

/**
 * Runs several searches of one index in one request and returns their results in the same order; with several shards
 * the frequencies of terms are summed first.
 *
 * @throws SearchTooLong when a search exceeds its time limit or has too many clauses.
 * @throws SearchUnavailable when the cluster is overloaded.
 * @throws OpenSearchRefused when a search is rejected.
 */
export async function searchEach(
  client: OpenSearchClient,
  { index, has_several_shards }: SearchTarget,
  bodies: SearchBody[],
): Promise<SearchResult[]> {
  const head = {
    index,
    allow_partial_search_results: false,
    ...(has_several_shards && { search_type: 'dfs_query_then_fetch' }),
  }
  const lines = bodies.flatMap((body) => [
    head,
    { stored_fields: '_none_', track_total_hits: false, ...body, timeout: SEARCH_TIMEOUT },
  ])
  const { responses } = await client.ask<{ responses: SearchResponse[] }>('POST', SEARCH_PATH, lines)
  return responses.map(readResponse)
}

/**
 * Reads the answer to one search.
 *
 * @throws as `searchEach`.
 */
function readResponse({ status = 200, timed_out, error, hits, aggregations }: SearchResponse): SearchResult {
  if (timed_out) throw new SearchTooLong('OpenSearch took too long')
  if (error) throw toSearchError(status, error)
  return { total: hits?.total?.value ?? 0, hits: hits?.hits ?? [], aggregations: aggregations ?? {} }
}

/** Matches errors of queries with more clauses than a node accepts: the query is too long, nothing is broken. */
const QUERY_TOO_LONG =
  /too_many_(?:nested_)?clauses|maxClauseCount|too_complex_to_determinize|length of regex/i

/** Returns the error to throw for a search that OpenSearch has refused. */
function toSearchError(
  status: number,
  { type, reason, root_cause }: NonNullable<SearchResponse['error']>,
): Error {
  const cause = root_cause?.[0]
  const text = `${cause?.type ?? type}: ${cause?.reason ?? reason}`
  if (QUERY_TOO_LONG.test(text)) return new SearchTooLong(text)
  if (status === 429 || status >= 503) return new SearchUnavailable(text)
  return new OpenSearchRefused(status, cause?.type ?? type, cause?.reason ?? reason)
}
