import type { MessagePort } from 'node:worker_threads'
import type { FacetSizes } from '../facets/facet-sizes.ts'
import type { IndexChange } from '../index/document.ts'
import type { SegmentData } from '../index/layout.ts'
import type { IndexUpdate } from '../index/state.ts'
import type { IndexAnswer, IndexRequest, WordCount } from '../planning/term-index.ts'
import type { SideAnswer } from '../ranking/run.ts'
import type { SearchSide } from '../ranking/split-search.ts'

// Messages between the thread that opens an index and its threads. The field `ask` names a message: `@scinav/threads`
// refuses unknown names.

/** A request to the writer thread; each is answered once, in order. See `IndexWriter` for the requests. */
export type WriterRequest =
  | { ask: 'load' | 'merge' | 'save' | 'reset' }
  /** See `IndexWriter.apply`. */
  | { ask: 'apply'; changes: IndexChange[]; more: boolean }
  /** Sends all current segments, and later ones, into a channel. */
  | { ask: 'join'; port: MessagePort }

/** The answer of the writer thread. Segments are omitted: they are sent through the segment channels. */
export type WriterResponse = { update: IndexUpdate } | { error: string }

/** Tells a thread to apply the updates in its segment channel up to this one. */
export interface FollowRequest {
  ask: 'follow'
  update_number: number
}

/** A message to a searcher. */
export type SearcherRequest =
  /** A change of segments, which has no answer; `removed` contains ids. */
  | { ask: 'segments'; added: SegmentData[]; removed: number[] }
  | { ask: 'search'; id: number; request: IndexRequest; sizes: FacetSizes }
  | SideQuestion
  /** See `wordsWith` and `wordsLike` of `TermIndex`. */
  | { ask: 'words'; id: number; kind: 'with' | 'like'; text: string; limit: number }

/** The half of a search for one of two threads, which communicate over a board: see `SplitSearch`. */
export interface SideQuestion {
  ask: 'side'
  id: number
  /** The request with the facets that this thread counts. */
  request: IndexRequest
  sizes: FacetSizes
  side: SearchSide
  board: SharedArrayBuffer
}

/** Error of a search that exceeded its time limit. */
export const TIMEOUT_ERROR = 'too long'

/** The answer of a searcher to the question with this id. */
export type SearcherResponse =
  | { id: number; answer: IndexAnswer }
  | { id: number; side: SideAnswer }
  | { id: number; words: WordCount[] }
  | { id: number; error: string }

/** A message that a searcher answers. */
export type SearcherQuestion = Exclude<SearcherRequest, { ask: 'segments' }>
