import type { Work } from '@scinav/contract'
import type { ConceptCriteria, QueryConcepts } from './concepts/concept.ts'
import type { PaperCounts } from './concepts/concept-weights.ts'
import type { Facet, FacetName, Suggestions } from './facets/named-facets.ts'
import type { IndexChange } from './index/document.ts'
import type { PaperFilters, PassageFilters } from './planning/filters.ts'
import type { QueryUnderstanding, SearchCriteria } from './planning/plan-search.ts'
import type { IndexHit, IndexState, SortOrder } from './planning/term-index.ts'
import type { Interest, InterestScope } from './terms/interests.ts'

/** Thrown when a remote engine does not answer, or reports that it cannot answer now; a later attempt may succeed. */
export class SearchUnavailable extends Error {}

/**
 * Operations that a search engine offers to the product, in queries and names, whatever records it holds. It has three
 * implementations: the embedded engine (`openEngine`), one on other machines (`opensearch/`), and an exhaustive one
 * that reads every record (`testing/oracle.ts`), with which `engine.contract.ts` compares the others.
 */
export interface Engine<Filters> {
  /**
   * Runs a search.
   *
   * @throws ConditionsRefused when a condition cannot be searched: ignoring it would return the whole library.
   * @throws SearchTooLong when the search exceeds its time limit.
   * @throws SearchUnavailable, as any other operation may, when the engine cannot be reached.
   */
  search: (request: SearchRequest<Filters>) => Promise<SearchAnswer>
  /**
   * Returns the concepts of a query, each weighted by its rarity in this index and in the counts of `others`.
   *
   * @param splitTerms whether a term of several words is split into its words even though some record contains it as a
   * whole.
   */
  concepts: (query: string, others?: PaperCounts[], splitTerms?: boolean) => Promise<QueryConcepts>
  /** Returns counts of the records within some filters, to be passed to `concepts` of another engine. */
  countWithin: (filters: Filters) => Promise<PaperCounts>
  /** Finds records that express enough of the weight of some concepts (see `ConceptCriteria`), best first. */
  findByConcepts: (
    concepts: QueryConcepts,
    criteria: ConceptCriteria & { filters?: Filters },
  ) => Promise<IndexHit[]>
  /**
   * Returns the words of a text that occur in no record, or only as a rare typing error, each with a likely correction.
   */
  findMisspelt: (text: string) => Promise<{ from: string; to: string }[]>
  /** Applies changes in order. They are searchable when the promise resolves, unless `more` announces further ones. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Empties the index; the database is then read again from its first change. */
  reset: () => Promise<void>
  /** Persists the parts of the index that are only in memory. */
  save: () => Promise<void>
  /** Returns the size of the index and the last change of the database that it contains. */
  state: () => IndexState
  /** Ends the engine, which must not be used afterwards. */
  close: () => Promise<void>
}

/** The engine over papers, which also completes typed text, finds similar papers and reports what papers are about. */
export interface SearchEngine extends Engine<PaperFilters> {
  /** Completes a text as `typedText` returns it; returns the frequent keywords when it is empty. */
  suggest: (text: string) => Promise<Suggestions>
  /**
   * Returns papers that share words or people with a paper, including itself; `similarity`, 0–1, compares the words.
   */
  similar: (seq: number, work: Work) => Promise<{ seq: number; similarity: number }[]>
  /** Returns terms that are more frequent in some works than in the whole library. */
  interests: (works: AsyncIterable<Work>, within: InterestScope) => Promise<Interest[]>
  /** Returns the disciplines of the papers of each source by its `sourceKey`, the most frequent first. */
  subjectsOfSources: () => Promise<Map<string, string[]>>
}

/**
 * The engine over passages of documents; the caller passes the datasets that may be read. The concepts of a query come
 * from an engine over papers, which also receives counts of the readable passages: the rarity of a word in all passages
 * would reveal the content of those that may not be read.
 */
export type PassageEngine = Omit<Engine<PassageFilters>, 'concepts' | 'findMisspelt'>

/** A search with its paging, facets and fallbacks. */
export interface SearchRequest<Filters = PaperFilters> extends SearchCriteria<Filters> {
  /** By relevance when absent; a search without words has no relevance and lists the newest first. */
  sort?: SortOrder
  /** Offset of the first hit; at most `size` hits are returned. */
  from?: number
  size: number
  facets?: readonly FacetName[]
  /**
   * Whether records that lack some of the words follow the hits, and a better spelling is looked for when hits are few.
   */
  fallback?: boolean
  /** Whether a likely correction is searched at once when nothing matches the query as written. */
  correct?: boolean
  /** Restricts the search to papers that arrived after the one with this number. */
  after_seq?: number
}

/**
 * Result of a search. A partial match lacks some of the words; with `fallback`, partial matches follow the hits that
 * are complete.
 */
export interface SearchAnswer {
  /** The requested part of all hits, best first; partial matches come last. */
  hits: IndexHit[]
  /** Number of complete hits that pass all filters, whatever part of them is requested. */
  total: number
  /**
   * Number of partial matches that pass all filters, not among `total`: all of them if `counts_partial` is set,
   * otherwise as many as can be listed after the hits.
   */
  partial: number
  /** Whether facets and `kept_out` count partial matches too, as when complete hits are few. Filters have no effect. */
  counts_partial: boolean
  /** The requested facets. */
  facets: Partial<Record<FacetName, Facet>>
  understood: QueryUnderstanding
  /** Number of counted papers that each filter alone excludes, by its name in `Filters`. */
  kept_out: { filter: string; count: number }[]
  took_ms: number
}
