import type { SortOrder } from '../planning/term-index.ts'
import type { OpenedIndex } from './opened-index.ts'
import type { OpenSearchQuery } from './query.ts'
import type { FoundHit, SearchBody, SearchResult } from './searches.ts'

/** A hit with its score, or its sort key when sorted by a column. */
export interface ScoredHit {
  seq: number
  score: number
}

/** The field of the index by order. */
const SORT_FIELDS = { relevance: '_score', date: 'date', citations: 'cited' } as const

/** Maximum number of hits in one response. */
export const MAX_RESULT_WINDOW = 10_000

/** Builds a request for the best hits of a query; of equal ones, the last added come first. */
export const topHitsBody = (query: OpenSearchQuery, sort: SortOrder, size: number): SearchBody => ({
  query,
  size,
  sort: [{ [SORT_FIELDS[sort]]: 'desc' }, { seq: 'desc' }],
})

/** Reads the hits of a request of `topHitsBody`; `unit` is the factor by which their scores were multiplied. */
export const readHits = ({ hits }: SearchResult, unit: number): ScoredHit[] =>
  hits.map(({ sort: [key = 0, seq = 0] = [] }) => ({ seq, score: key / unit }))

/** The answer of OpenSearch for one page of hits. */
interface HitPage {
  pit_id: string
  hits?: { hits?: FoundHit[] }
}

/** How long OpenSearch keeps the snapshot (point in time) after each page. */
const PIT_KEEP_ALIVE = '1m'

/**
 * Fetches more hits than one response can hold, up to `body.size`, page by page from a point-in-time snapshot of the
 * index, which is deleted afterwards. The result has no total and no aggregations.
 */
export async function fetchDeepHits(
  { client, target }: OpenedIndex,
  body: SearchBody,
): Promise<SearchResult> {
  const opened = await client.ask<{ pit_id: string }>(
    'POST',
    `/${target.index}/_search/point_in_time?keep_alive=${PIT_KEEP_ALIVE}`,
  )
  let id = opened.pit_id
  const hits: FoundHit[] = []
  try {
    for (let hasMore = true; hasMore; ) {
      const after = hits.at(-1)?.sort
      const page = await client.ask<HitPage>('POST', '/_search?filter_path=pit_id,hits.hits.sort', {
        ...body,
        size: Math.min(MAX_RESULT_WINDOW, body.size - hits.length),
        track_total_hits: false,
        pit: { id, keep_alive: PIT_KEEP_ALIVE },
        ...(after && { search_after: after }),
      })
      const pageHits = page.hits?.hits ?? []
      id = page.pit_id
      hits.push(...pageHits)
      hasMore = pageHits.length === MAX_RESULT_WINDOW && hits.length < body.size
    }
  } finally {
    await client.ask('DELETE', '/_search/point_in_time', { pit_id: [id] }).catch(() => {})
  }
  return { total: 0, hits, aggregations: {} }
}
