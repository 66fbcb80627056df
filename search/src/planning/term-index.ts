import type { IndexChange } from '../index/document.ts'
import type { AllValues } from '../index/values.ts'
import type { IndexAnswer, IndexRequest, ValueCounts } from './request.ts'

/** State of an index. */
export interface IndexState {
  papers: number
  /** Every change of the database up to this one is searchable. */
  change: number
  segments: number
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
  search: (request: IndexRequest) => Promise<IndexAnswer>
  /** Completes a folded text (`typedText`); returns the frequent keywords when it is empty. */
  complete: (text: string) => Promise<Completions>
  /** Lists words of titles and texts that begin with a prefix, most frequent first. */
  wordsWith: (prefix: string, most: number) => Promise<WordCount[]>
  /** Lists words within two edits of a word, most frequent first. */
  wordsLike: (word: string, most: number) => Promise<WordCount[]>
  /** Applies changes in order. Unless `more` is set they are searchable when the promise resolves. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Empties the index; the database is then read again from its first change. */
  reset: () => Promise<void>
  /** Persists the parts of the index that are only in memory. */
  save: () => Promise<void>
  state: () => IndexState
  /** Returns the facets' values by number. */
  values: () => AllValues
  close: () => Promise<void>
}
