import { SearchUnavailable } from '../engine.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import { type Client, OpenSearchRefused } from './client.ts'
import type { Query } from './query.ts'

/** What one search is asked. */
export interface Body {
  query: Query
  size: number
  track_total_hits?: boolean | number
  sort?: object[]
  aggs?: Record<string, object>
  track_scores?: boolean
  stored_fields?: string | string[]
  search_after?: number[]
}

export interface FoundHit {
  _score?: number | null
  sort?: number[]
  fields?: Record<string, unknown[]>
}

export interface Bucket {
  key: string | number
  doc_count: number
}

/** What an aggregation brought: a filter counts, and has others within. */
export interface Aggregation {
  doc_count?: number
  buckets?: Bucket[]
  doc_count_error_upper_bound?: number
  sum_other_doc_count?: number
  values?: Aggregation
}

export interface Found {
  total: number
  hits: FoundHit[]
  aggregations: Record<string, Aggregation>
}

interface Response {
  status?: number
  timed_out?: boolean
  error?: { type: string; reason: string; root_cause?: { type: string; reason: string }[] }
  hits?: { total?: { value: number }; hits?: FoundHit[] }
  aggregations?: Record<string, Aggregation>
}

const TOLD = ['status', 'error', 'timed_out', 'hits.total.value', 'hits.hits._score', 'hits.hits.sort']
const PATH = `/_msearch?filter_path=${[...TOLD, 'hits.hits.fields', 'aggregations'].map((each) => `responses.${each}`).join(',')}`
const LONGEST = '5s'

/** Searches of one index, all at once. `several`: whether it has several shards. */
export async function searchEach(
  client: Client,
  { index, several }: { index: string; several: boolean },
  bodies: Body[],
): Promise<Found[]> {
  const head = {
    ...{ index, allow_partial_search_results: false },
    ...(several && { search_type: 'dfs_query_then_fetch' }),
  }
  const lines = bodies.flatMap((body) => [
    head,
    { stored_fields: '_none_', track_total_hits: false, ...body, timeout: LONGEST },
  ])
  const { responses } = await client.ask<{ responses: Response[] }>('POST', PATH, lines)
  return responses.map(readResponse)
}

function readResponse({ status = 200, timed_out, error, hits, aggregations }: Response): Found {
  if (timed_out) throw new SearchTooLong('OpenSearch took too long')
  if (error) throw faultOf(status, error)
  return { total: hits?.total?.value ?? 0, hits: hits?.hits ?? [], aggregations: aggregations ?? {} }
}

/** Queries with more parts than a node takes: nothing is broken, the query is too long. */
const TOO_LONG = /too_many_(?:nested_)?clauses|maxClauseCount|too_complex_to_determinize|length of regex/i

function faultOf(status: number, { type, reason, root_cause }: NonNullable<Response['error']>): Error {
  const cause = root_cause?.[0]
  const text = `${cause?.type ?? type}: ${cause?.reason ?? reason}`
  if (TOO_LONG.test(text)) return new SearchTooLong(text)
  if (status === 429 || status >= 503) return new SearchUnavailable(text)
  return new OpenSearchRefused(status, cause?.type ?? type, cause?.reason ?? reason)
}
