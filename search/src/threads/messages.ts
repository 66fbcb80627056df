import type { MessagePort } from 'node:worker_threads'
import type { FacetSizes } from '../facets/facets.ts'
import type { IndexChange } from '../index/document.ts'
import type { SegmentData } from '../index/layout.ts'
import type { IndexUpdate } from '../index/state.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import type { WordCount } from '../planning/term-index.ts'
import type { SideAnswer } from '../ranking/run.ts'
import type { SearchSide } from '../ranking/split-search.ts'

/** What the thread that writes is asked; every ask is answered once, in order. */
export type WriterRequest =
  | { ask: 'load' | 'merge' | 'save' | 'reset' }
  | { ask: 'apply'; changes: IndexChange[]; more: boolean }
  /** Sends all segments there are into a channel, and those that come. */
  | { ask: 'join'; port: MessagePort }

/** Segments are left out: they went into the channels. */
export type WriterResponse = { update: IndexUpdate } | { error: string }

/** What a thread is told that has a channel of segments: up to which update it is to follow. */
export interface FollowRequest {
  ask: 'follow'
  update_number: number
}

/** What one that searches is told and asked. */
export type SearcherRequest =
  | { ask: 'segments'; added: SegmentData[]; removed: number[] }
  | { ask: 'search'; id: number; request: IndexRequest; sizes: FacetSizes }
  | SideQuestion
  | { ask: 'words'; id: number; kind: 'with' | 'like'; text: string; most: number }

/** One of two threads that answer a search together, which meet on a board. */
export interface SideQuestion {
  ask: 'side'
  id: number
  request: IndexRequest
  sizes: FacetSizes
  side: SearchSide
  board: SharedArrayBuffer
}

/** The error of a search that was given up. */
export const TIMEOUT_ERROR = 'too long'

export type SearcherResponse =
  | { id: number; answer: IndexAnswer }
  | { id: number; side: SideAnswer }
  | { id: number; words: WordCount[] }
  | { id: number; error: string }

export type SearcherQuestion = Exclude<SearcherRequest, { ask: 'segments' }>
