import type { IndexChange } from '../index/document.ts'
import type { AllValues } from '../index/values.ts'
import type { IndexAnswer, IndexRequest, ValueCounts } from './request.ts'

/** How the index stands. */
export interface IndexState {
  papers: number
  /** Everything up to this change of the database is searchable. */
  change: number
  segments: number
  bytes: number
}

/** A word near another, with the papers that have it. */
export interface WordCount {
  word: string
  papers: number
}

/**
 * What a text may go on to be, best first: at most 30 values of each facet and 15 titles. Values of facets come with the papers that have them: those
 * that begin so before those with a word inside that does, then by papers. Values that few papers have may be missing.
 */
export interface Completions {
  keyword: ValueCounts
  /** By any spelling of a name. */
  author: ValueCounts
  source: ValueCounts
  /** Numbers of papers: of one word the most cited with it in the title, of several the ones that fit best. */
  titles: number[]
}

/**
 * What the product asks of a search engine. The one here keeps typed arrays in shared memory; a server engine can
 * take its place. `testing/oracle.ts` is a second, slow one that tests compare it with.
 */
export interface TermIndex {
  search: (request: IndexRequest) => Promise<IndexAnswer>
  /** What a folded text (`typedText`) may go on to be; the frequent keywords where it is empty. */
  complete: (text: string) => Promise<Completions>
  /** Words of titles and texts that begin with a text, most frequent first. */
  wordsWith: (prefix: string, most: number) => Promise<WordCount[]>
  /** Words at most two letters away from one, most frequent first. */
  wordsLike: (word: string, most: number) => Promise<WordCount[]>
  /** Applies changes in their order. Without `more` they are searchable when this resolves. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Forgets everything; the database is read again from its first change. */
  reset: () => Promise<void>
  /** Writes what is only in memory. */
  save: () => Promise<void>
  state: () => IndexState
  /** The facets' values by number. */
  values: () => AllValues
  close: () => Promise<void>
}
