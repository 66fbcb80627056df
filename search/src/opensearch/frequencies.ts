import type { OpenSearchClient } from './client.ts'
import { encodeTerm } from './term-text.ts'

/** Document frequencies of terms, cached until they expire or the cache is emptied. */
export interface TermCounts {
  /** Returns the number of records that contain each term. */
  get: (terms: string[]) => Promise<Map<string, number>>
  /** Empties the cache. */
  clear: () => void
}

/** Number of terms above which the cache is emptied. */
const MAX_CACHED_TERMS = 50_000
/** How long a count is cached: another process may have changed the index. */
const CACHE_TTL_MS = 30_000

interface CachedCount {
  count: number
  /** When it expires, on the clock of `performance.now()`. */
  expires_at: number
}

/** Creates the cache of an index; `get` fetches the missing counts in one request. */
export function createTermCounts(client: OpenSearchClient, index: string): TermCounts {
  const cached = new Map<string, CachedCount>()
  return {
    async get(terms) {
      const now = performance.now()
      const missing = terms.filter((term) => (cached.get(term)?.expires_at ?? 0) < now)
      if (missing.length > 0) {
        if (cached.size + missing.length > MAX_CACHED_TERMS) cached.clear()
        const counts = await fetchCounts(client, index, missing)
        missing.forEach((term, at) => {
          cached.set(term, { count: counts[at] ?? 0, expires_at: now + CACHE_TTL_MS })
        })
      }
      return new Map(terms.map((term) => [term, cached.get(term)?.count ?? 0]))
    },
    clear: () => cached.clear(),
  }
}

interface CountResponse {
  responses: { hits?: { total: { value: number } } }[]
}

/** Fetches the counts of terms, in their order, with one search each in one request. */
async function fetchCounts(client: OpenSearchClient, index: string, terms: string[]): Promise<number[]> {
  const lines = terms.flatMap((term) => [
    { index },
    { size: 0, track_total_hits: true, query: { term: { terms: encodeTerm(term) } } },
  ])
  const { responses } = await client.ask<CountResponse>(
    'POST',
    '/_msearch?filter_path=responses.hits.total.value,responses.status',
    lines,
  )
  return responses.map(({ hits }) => hits?.total.value ?? 0)
}
