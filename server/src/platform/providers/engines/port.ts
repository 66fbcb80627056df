import type { ParsedQuery } from '@scinav/search'
import type { Clock } from './clock.ts'

/** How a record is written; the import's readers understand each of them. */
export type RecordFormat = 'openalex' | 'crossref' | 'arxiv' | 'semantic_scholar' | 'pubmed'

/** A search as an engine gets it. What it cannot express is left out of its own query, never an error. */
export interface OutsideRequest {
  parsed: ParsedQuery
  year_from?: number | undefined
  year_to?: number | undefined
  /** From 1. */
  page: number
  /** Records a page, at most 100. */
  size: number
}

/** Records as the engine wrote them, best first, and how many it has in all. */
export interface OutsideAnswer {
  records: string[]
  total: number
}

/** A public search service for papers. */
export interface OutsideEngine {
  id: RecordFormat
  /** What a person reads. */
  name: string
  /** It holds papers in English alone: a Chinese query is better put in English. */
  english: boolean
  /**
   * One page of hits.
   *
   * @throws EngineFault where the engine refuses, fails, or cannot be reached or read.
   */
  search: (request: OutsideRequest, signal: AbortSignal) => Promise<OutsideAnswer>
}

/** All engines, and whether they may be asked. */
export interface OutsideEngines {
  all: OutsideEngine[]
  /** The operator has closed them. */
  off: boolean
  /** How long one of them is waited for, from when the question came. */
  limit_ms: number
  /** What that is measured with. */
  clock: Clock
  /** Other processes ask them too: what one is answered it tells the others. */
  shared?: boolean
}

export type EngineFaultKind = 'rate_limited' | 'refused' | 'failed' | 'unreachable' | 'unreadable'

/** Why an engine gave no answer. */
export class EngineFault extends Error {
  readonly kind: EngineFaultKind
  /** The HTTP status, where there was an answer. */
  readonly status: number | null
  /** Seconds after which it may be asked again. */
  readonly retry_after: number | null

  constructor(kind: EngineFaultKind, about: { status?: number; retry_after?: number; cause?: unknown } = {}) {
    super(`${kind}${about.status ? ` (HTTP ${about.status})` : ''}`, { cause: about.cause })
    this.kind = kind
    this.status = about.status ?? null
    this.retry_after = about.retry_after ?? null
  }
}
