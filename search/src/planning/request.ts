import type { Plan } from './plan.ts'

/** Facets that are counted in the index. */
export const COUNTED_FACETS = [
  'year',
  'resource_type',
  'source',
  'subject',
  'language',
  'author',
  'keyword',
  'is_oa',
] as const
export type CountedFacet = (typeof COUNTED_FACETS)[number]

/** A filter; its facet is counted without it. There is at most one filter per facet. */
export interface IndexFilter {
  facet: CountedFacet | null
  plan: Extract<Plan, { op: 'range' | 'values' | 'flag' | 'degree' | 'types' }>
}

export type SortOrder = 'relevance' | 'date' | 'citations'

/** A search request that can be sent to a thread. */
export interface IndexRequest {
  plan: Plan
  /** Plan of partial matches, which follow the hits of the plan; null when nothing looser makes sense. */
  fallback: Plan | null
  /** With fewer hits than this, regardless of filters, partial matches count like hits, also in facets. */
  min_hits: number
  /**
   * Terms of whole titles: papers with one of them are hits and rank before all others by relevance. If there are any,
   * words as written also count for more the larger their share of the title.
   */
  titles: string[]
  /**
   * Plans of works that the query names, the most certain first: matching papers are hits and rank by relevance behind
   * those with the whole title and before all others.
   */
  names: Plan[]
  /** Adjacent words of the query, whose proximity raises the best hits. */
  pairs: [string, string][]
  filters: IndexFilter[]
  /** Whether papers that the filters exclude need not be counted; they are then not even looked for. */
  only_passing: boolean
  sort: SortOrder
  /** Number of best hits to return. */
  limit: number
  facets: CountedFacet[]
  /** Whether every source is counted instead of the first 30: ranks are summed from the counts. */
  all_sources: boolean
  /** Restricts the search to papers that arrived after this one. */
  after_seq: number
}

/** Counts by value; a value is a number of its table, a year, a type, or 0 and 1. */
export type ValueCounts = [value: number, count: number][]

/** A hit: `seq` is the paper's number in the database, `score` is comparable only within one answer. */
export interface IndexHit {
  seq: number
  score: number
}

/** Result of an index search. */
export interface IndexAnswer {
  /** Best first; hits of the plan precede partial matches. */
  hits: IndexHit[]
  total: number
  /** Number of partial matches: all when they are counted, otherwise at most those that follow. */
  partial: number
  /** Whether facets and `kept_out` count partial matches too; this does not depend on filters. */
  counts_partial: boolean
  /** Number of hits of the plan regardless of filters. */
  unfiltered: number
  /** Number of hits named by one of the titles or names. */
  titled: number
  /** The first 30 values of each facet, and whether there are more; `approximate` when counts may be too low. */
  facets: Partial<Record<CountedFacet, { counts: ValueCounts; more: boolean; approximate?: boolean }>>
  /** Number of papers that each filter alone excludes. */
  kept_out: number[]
  took_ms: number
}

/** Creates a request that counts the hits of a plan; its other fields have neutral defaults. */
export function createRequest(plan: Plan): IndexRequest {
  return {
    plan,
    fallback: null,
    min_hits: 0,
    titles: [],
    names: [],
    pairs: [],
    filters: [],
    only_passing: false,
    sort: 'relevance',
    limit: 0,
    facets: [],
    all_sources: false,
    after_seq: 0,
  }
}
