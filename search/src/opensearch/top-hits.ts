import type { Sort } from '../planning/request.ts'
import type { Query } from './match-query.ts'
import type { Body, Found } from './searches.ts'

export interface RankedHit {
  seq: number
  score: number
}

const SORTS = { relevance: '_score', date: 'date', citations: 'cited' } as const

/** The best of a query's hits; of equal ones those that came last. */
export const topOf = (query: Query, sort: Sort, size: number): Body => ({
  query,
  size,
  sort: [{ [SORTS[sort]]: 'desc' }, { seq: 'desc' }],
})

/** Hits of such a search; `unit` is what their scores were multiplied with. */
export const hitsOf = ({ hits }: Found, unit: number): RankedHit[] =>
  hits.map(({ sort: [key = 0, seq = 0] = [] }) => ({ seq, score: key / unit }))
