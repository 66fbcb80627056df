import type { IndexChange } from '../index/document.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from './plan.ts'

// The interface between an engine, which speaks queries and names, and a term index, which speaks terms, masks and
// numbers.

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
/** A facet whose values are counted. */
export type CountedFacet = (typeof COUNTED_FACETS)[number]

/** A filter; its facet is counted without it. There is at most one filter per facet. */
export interface IndexFilter {
  /** Null for a filter that belongs to no facet. */
  facet: CountedFacet | null
  plan: Extract<Plan, { op: 'range' | 'values' | 'flag' | 'degree' | 'types' }>
}

/** Order of hits; `date` and `citations` put the greatest first. */
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
  /** Restricts the search to papers with a greater `seq`, which arrived later; 0 does not. */
  after_seq: number
}

/**
 * Counts by value, usually the greatest first; a value is a number of its table (`AllValues`), a year, a type, or for
 * open access 0 and 1.
 */
export type ValueCounts = [value: number, count: number][]

/** A hit of a search. */
export interface IndexHit {
  /** Number of the paper in the database. */
  seq: number
  /** Comparable only within one answer. */
  score: number
}

/** Result of an index search. */
export interface IndexAnswer {
  /** Best first; hits of the plan precede partial matches. */
  hits: IndexHit[]
  /** Number of hits of the plan that pass all filters, without partial matches. */
  total: number
  /**
   * Number of partial matches that pass all filters: all when they are counted, otherwise at most those that follow.
   */
  partial: number
  /** Whether facets and `kept_out` count partial matches too; this does not depend on filters. */
  counts_partial: boolean
  /** Number of hits of the plan regardless of filters. */
  unfiltered: number
  /** Number of hits named by one of the titles or names. */
  named_count: number
  /** The first 30 values of each facet, and whether there are more; `approximate` when counts may be too low. */
  facets: Partial<Record<CountedFacet, { counts: ValueCounts; more: boolean; approximate?: boolean }>>
  /** Number of papers that each filter alone excludes, in the order of `filters`. */
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

/** State of an index. */
export interface IndexState {
  /** Number of searchable records, whatever their kind. */
  papers: number
  /** Every change of the database up to this one is searchable. */
  change: number
  segments: number
  /** Size of the index in memory or on the server, in bytes. */
  bytes: number
}

/** A word with the number of papers that contain it. */
export interface WordCount {
  word: string
  papers: number
}

/**
 * Completions of a text, best first: at most 30 values of each facet, with their number of papers, and 15 titles.
 * Values that begin with the text precede those with a later word that does; both are ordered by papers. Values with
 * few papers may be missing.
 */
export interface Completions {
  keyword: ValueCounts
  /** By any spelling of the name. */
  author: ValueCounts
  source: ValueCounts
  /** Numbers of papers: for one word the most cited with it in the title, for several words the best matches. */
  titles: number[]
}

/**
 * Operations of a term index, on which an engine is built. The embedded index keeps typed arrays in shared memory, and
 * `opensearch/` uses a server; `testing/oracle.ts` is a slow implementation with which tests compare them.
 */
export interface TermIndex {
  /**
   * Runs a search.
   *
   * @throws SearchTooLong when it exceeds its time limit.
   */
  search: (request: IndexRequest) => Promise<IndexAnswer>
  /** Completes a folded text (`typedText`); returns the frequent keywords when it is empty. */
  complete: (text: string) => Promise<Completions>
  /** Lists words of titles and texts that begin with a prefix, most frequent first. */
  wordsWith: (prefix: string, limit: number) => Promise<WordCount[]>
  /** Lists words within two edits of a word, most frequent first. */
  wordsLike: (word: string, limit: number) => Promise<WordCount[]>
  /** Applies changes in order. They are searchable when the promise resolves, unless `more` announces further ones. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Empties the index; the database is then read again from its first change. */
  reset: () => Promise<void>
  /** Persists the parts of the index that are only in memory. */
  save: () => Promise<void>
  /** Returns the state after the last change that this process knows of. */
  state: () => IndexState
  /** Returns the facets' values by number. */
  values: () => AllValues
  /** Ends the index, which must not be used afterwards. */
  close: () => Promise<void>
}
