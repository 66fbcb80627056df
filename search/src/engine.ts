import type { Work } from '@scinav/contract'
import type { ConceptCriteria, QueryConcepts } from './concepts/concept.ts'
import type { PaperCounts } from './concepts/weigh.ts'
import type { Facet, FacetName, Suggestions } from './facets/named-facets.ts'
import type { IndexChange } from './index/document.ts'
import type { PaperFilters } from './planning/filters.ts'
import type { PassageFilters } from './planning/passage-filters.ts'
import type { QueryUnderstanding, SearchCriteria } from './planning/plan-search.ts'
import type { IndexHit, SortOrder } from './planning/request.ts'
import type { IndexState } from './planning/term-index.ts'
import type { Interest, InterestScope } from './terms/interests.ts'

/** An engine on other machines does not answer, or says that it cannot now; later it may. */
export class SearchUnavailable extends Error {}

/**
 * What the product asks of a search engine, in queries and names, whatever records it holds. Three implement it: the
 * embedded one (`openEngine`), one on other machines (`opensearch/`), and one that reads every record
 * (`testing/oracle.ts`), with which `engine.contract.ts` compares both.
 */
export interface Engine<Narrowing> {
  /**
   * @throws ConditionsRefused where a condition cannot be searched: without it the whole library would be found.
   * @throws SearchTooLong where it takes longer than it may.
   * @throws SearchUnavailable, as all others may, where the engine is away.
   */
  search: (request: SearchRequest<Narrowing>) => Promise<SearchAnswer>
  /** The things that a query is about, each weighing as much as it is rare here and in what is counted beside. */
  concepts: (query: string, beside?: PaperCounts[], apart?: boolean) => Promise<QueryConcepts>
  /** What is within some filters, to be counted beside another index. */
  counting: (filters: Narrowing) => Promise<PaperCounts>
  /** Records that say enough of what some concepts weigh, best first. */
  findSaying: (
    concepts: QueryConcepts,
    wanted: ConceptCriteria & { filters?: Narrowing },
  ) => Promise<IndexHit[]>
  /** Words of a text that no record has, each with the one that was likely meant. */
  misspelt: (text: string) => Promise<{ from: string; to: string }[]>
  /** Applies changes in their order. Without `more` they are searchable when this resolves. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Forgets everything; the database is read again from its first change. */
  reset: () => Promise<void>
  /** Writes what is only in memory. */
  save: () => Promise<void>
  state: () => IndexState
  close: () => Promise<void>
}

/** The engine over papers, which also knows what is typed, what is alike, and what papers are about. */
export interface SearchEngine extends Engine<PaperFilters> {
  /** What a text may go on to be, as `typedText` gives it; the frequent keywords where it is empty. */
  suggest: (text: string) => Promise<Suggestions>
  /** Papers that share words or people with one, itself among them; `similarity` 0–1 is that of the words. */
  similar: (seq: number, work: Work) => Promise<{ seq: number; similarity: number }[]>
  /** Terms that stand out in some works against the whole library. */
  interests: (works: AsyncIterable<Work>, within: InterestScope) => Promise<Interest[]>
  /** The most frequent disciplines of what appeared in a source, by `sourceKey`, the first one first. */
  subjectsOfSources: () => Promise<Map<string, string[]>>
}

/**
 * The engine over passages of documents: who asks says which datasets may be read. What a query is about is asked of an
 * engine over papers with what may be read counted beside it: how rare a word is would tell of what may not be.
 */
export type PassageEngine = Omit<Engine<PassageFilters>, 'concepts' | 'misspelt'>

export interface SearchRequest<Narrowing = PaperFilters> extends SearchCriteria<Narrowing> {
  /** Without words there is no relevance: the newest come first. */
  sort?: SortOrder
  /** Hits from the place `from` on, at most `size`. */
  from?: number
  size: number
  facets?: readonly FacetName[]
  /** Where hits end, those that lack some of the words follow; where they are few, a better spelling is looked for. */
  fallback?: boolean
  /** Where nothing has what is written and a likely correction is known, that is searched at once. */
  correct?: boolean
  /** Only papers that arrived after the one with this number. */
  after_seq?: number
}

export interface SearchAnswer {
  hits: IndexHit[]
  total: number
  /** Hits that lack some of the words, behind the others: all where they are counted, else as many as follow at most. */
  partial: number
  /** Whether facets and `kept_out` count partial matches too. That does not depend on filters. */
  counts_partial: boolean
  /** Those that were asked for. */
  facets: Partial<Record<FacetName, Facet>>
  understood: QueryUnderstanding
  /** Papers that each filter alone keeps out, by its name in `Filters`. */
  kept_out: { filter: string; count: number }[]
  took_ms: number
}
