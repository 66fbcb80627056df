import type { ParsedQuery } from '@scinav/search'
import type { Clock } from './clock.ts'

/** The format of a record; the import has a reader for each. */
export type RecordFormat = 'openalex' | 'crossref' | 'arxiv' | 'semantic_scholar' | 'pubmed'

/**
 * A search as an engine receives it. Parts that an engine cannot express are omitted from its query; they are never an
 * error.
 */
export interface OutsideRequest {
  parsed: ParsedQuery
  year_from?: number | undefined
  year_to?: number | undefined
  /** From 1. */
  page: number
  /** Records per page, at most 100. */
  size: number
}

/** The records in the engine's own format, best first, and the total number of hits. */
export interface OutsideAnswer {
  records: string[]
  total: number
}

/** A public search service for papers. */
export interface OutsideEngine {
  id: RecordFormat
  /** The name that people read. */
  name: string
  /** Whether it holds only papers in English, so that a Chinese query is better translated. */
  english: boolean
  /**
   * Returns one page of hits.
   *
   * @throws EngineFault when the engine refuses, fails, or cannot be reached or read.
   */
  search: (request: OutsideRequest, signal: AbortSignal) => Promise<OutsideAnswer>
  /**
   * Returns the records of works by their DOIs, in the engine's own format and with no more than DOI, title and the
   * notices about the work; works that it lacks are omitted. Absent where the engine knows no notices.
   *
   * @throws EngineFault as `search`.
   */
  fetchNotices?: (dois: readonly string[], signal: AbortSignal) => Promise<string[]>
}

/** All engines, and whether they may be used. */
export interface OutsideEngines {
  all: OutsideEngine[]
  /** Whether the operator has disabled them. */
  off: boolean
  /** How long one of them is waited for from the arrival of the request, ms. */
  limit_ms: number
  /** The clock for `limit_ms`. */
  clock: Clock
  /** Whether other processes use them too; answers are then shared among the processes. */
  shared?: boolean
}

/** Kinds of failure of an engine; `unreadable` also covers a response that is too large. */
export type EngineFaultKind = 'rate_limited' | 'refused' | 'failed' | 'unreachable' | 'unreadable'

/** Why an engine gave no answer. */
export class EngineFault extends Error {
  readonly kind: EngineFaultKind
  /** The HTTP status, if there was a response. */
  readonly status: number | null
  /** Seconds after which it may be requested again. */
  readonly retry_after: number | null

  constructor(kind: EngineFaultKind, about: { status?: number; retry_after?: number; cause?: unknown } = {}) {
    super(`${kind}${about.status ? ` (HTTP ${about.status})` : ''}`, { cause: about.cause })
    this.kind = kind
    this.status = about.status ?? null
    this.retry_after = about.retry_after ?? null
  }
}
