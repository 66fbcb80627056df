import type { Plan } from './plan.ts'

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

/** A filter beside the query; the facet it belongs to is counted without it. At most one a facet. */
export interface IndexFilter {
  facet: CountedFacet | null
  plan: Extract<Plan, { op: 'range' | 'values' | 'flag' | 'degree' | 'types' }>
}

export type SortOrder = 'relevance' | 'date' | 'citations'

/** One search, ready for a thread. */
export interface IndexRequest {
  plan: Plan
  /** What partial matches have, which follow where the hits of the plan end; null where nothing looser makes sense. */
  fallback: Plan | null
  /** Where the plan has fewer hits than this, whatever the filters, partial matches are hits like any: facets count them. */
  min_hits: number
  /**
   * Terms of whole titles: who has one is a hit, and comes before all others by relevance. Where there are any, titles
   * count for more the less else they say.
   */
  titles: string[]
  /**
   * What works are found by that are called as the query is, the surest name first: who is found so is a hit, and comes
   * behind those with the whole title and before all others by relevance.
   */
  names: Plan[]
  /** Neighbouring words of the query, whose nearness lifts the best hits. */
  pairs: [string, string][]
  filters: IndexFilter[]
  /** Whether nothing is asked of what the filters keep out: then it is not even looked for, nor counted. */
  only_passing: boolean
  sort: SortOrder
  /** How many of the best are wanted. */
  limit: number
  facets: CountedFacet[]
  /** Counts of every source, not only of the first 30: ranks are summed from them. */
  all_sources: boolean
  /** Only papers that arrived after this one. */
  after_seq: number
}

/** Counts by value; a value is a number of its table, a year, a type, or 0 and 1. */
export type ValueCounts = [value: number, count: number][]

/** `seq` is the paper's number in the database, `score` is comparable within one answer only. */
export interface IndexHit {
  seq: number
  score: number
}

export interface IndexAnswer {
  /** Best first; those of the plan before the looser ones. */
  hits: IndexHit[]
  total: number
  /** Papers only the looser plan finds that are hits too: all where they count, else as many as follow at most. */
  partial: number
  /** Whether facets and `kept_out` count partial matches too; that depends on no filter. */
  counts_partial: boolean
  /** Hits of the plan whatever the filters. */
  unfiltered: number
  /** Hits that are called by one of the titles or names. */
  titled: number
  /** The first 30 of each, and whether there are more; `approximate` where counts may be too low. */
  facets: Partial<Record<CountedFacet, { counts: ValueCounts; more: boolean; approximate?: boolean }>>
  /** Papers that each filter alone keeps out. */
  kept_out: number[]
  took_ms: number
}

/** A request for how many a plan finds, to which what else is wanted can be added. */
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
