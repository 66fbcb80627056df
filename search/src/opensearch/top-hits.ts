import type { Sort } from '../planning/request.ts'
import type { Opened } from './opened.ts'
import type { Query } from './query.ts'
import type { Body, Found, FoundHit } from './searches.ts'

export interface RankedHit {
  seq: number
  score: number
}

const SORTS = { relevance: '_score', date: 'date', citations: 'cited' } as const

/** One answer has so many hits at most. */
export const WINDOW = 10_000

/** The best of a query's hits; of equal ones those that came last. */
export const topOf = (query: Query, sort: Sort, size: number): Body => ({
  query,
  size,
  sort: [{ [SORTS[sort]]: 'desc' }, { seq: 'desc' }],
})

/** Hits of such a search; `unit` is what their scores were multiplied with. */
export const hitsOf = ({ hits }: Found, unit: number): RankedHit[] =>
  hits.map(({ sort: [key = 0, seq = 0] = [] }) => ({ seq, score: key / unit }))

interface Page {
  pit_id: string
  hits?: { hits?: FoundHit[] }
}

const ALIVE = '1m'

/** More hits than one answer may have: page after page of the index as it stood when the first one was asked. */
export async function deepHits({ client, target }: Opened, body: Body): Promise<Found> {
  const opened = await client.ask<{ pit_id: string }>(
    'POST',
    `/${target.index}/_search/point_in_time?keep_alive=${ALIVE}`,
  )
  let id = opened.pit_id
  const hits: FoundHit[] = []
  try {
    for (let more = true; more; ) {
      const after = hits.at(-1)?.sort
      const page = await client.ask<Page>('POST', '/_search?filter_path=pit_id,hits.hits.sort', {
        ...body,
        size: Math.min(WINDOW, body.size - hits.length),
        track_total_hits: false,
        pit: { id, keep_alive: ALIVE },
        ...(after && { search_after: after }),
      })
      const found = page.hits?.hits ?? []
      id = page.pit_id
      hits.push(...found)
      more = found.length === WINDOW && hits.length < body.size
    }
  } finally {
    await client.ask('DELETE', '/_search/point_in_time', { pit_id: [id] }).catch(() => {})
  }
  return { total: 0, hits, aggregations: {} }
}
