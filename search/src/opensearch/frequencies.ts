import type { Client } from './client.ts'
import { sentTerm } from './term-text.ts'

/** How many records have each term; remembered while the index stands still. */
export interface TermCounts {
  of: (terms: string[]) => Promise<Map<string, number>>
  forget: () => void
}

const MOST = 50_000
/** Another process may have changed the index: after so long it is asked again. */
const HOLDS_MS = 30_000

interface Known {
  count: number
  until: number
}

export function termCounts(client: Client, index: string): TermCounts {
  const known = new Map<string, Known>()
  return {
    async of(terms) {
      const now = performance.now()
      const missing = terms.filter((term) => (known.get(term)?.until ?? 0) < now)
      if (missing.length > 0) {
        if (known.size + missing.length > MOST) known.clear()
        const counts = await countAll(client, index, missing)
        missing.forEach((term, at) => {
          known.set(term, { count: counts[at] ?? 0, until: now + HOLDS_MS })
        })
      }
      return new Map(terms.map((term) => [term, known.get(term)?.count ?? 0]))
    },
    forget: () => known.clear(),
  }
}

interface Counted {
  responses: { hits?: { total: { value: number } } }[]
}

async function countAll(client: Client, index: string, terms: string[]): Promise<number[]> {
  const lines = terms.flatMap((term) => [
    { index },
    { size: 0, track_total_hits: true, query: { term: { terms: sentTerm(term) } } },
  ])
  const { responses } = await client.ask<Counted>(
    'POST',
    '/_msearch?filter_path=responses.hits.total.value,responses.status',
    lines,
  )
  return responses.map(({ hits }) => hits?.total.value ?? 0)
}
