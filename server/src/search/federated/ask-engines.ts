import type { Work } from '@scinav/contract'
import { englishQuery, parseQuery } from '@scinav/search'
import { readRecords } from '../../library/import/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { OutsideEngine, OutsideRequest } from '../../platform/providers/engines/port.ts'
import { getKnownTerms } from '../engine/index.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { engineMemory, findSharedAnswer, type OutsideHits, shareAnswer } from './engine-memory.ts'
import {
  type EngineStatus,
  faultMessage,
  STATUS_MESSAGES,
  slowMessage,
  translatedMessage,
} from './engine-status.ts'
import { hasLibraryFilters, matchesFilters, type SearchFilters } from './outside-filters.ts'

/** What asking the engines needs of the context. */
export type EnginesContext = Pick<BaseContext, 'db' | 'providers' | 'now' | 'log'>

/** Number of hits requested from an engine at once. */
export const BLOCK_SIZE = 50

/** One request to the outside engines. */
export interface OutsideQuery {
  query: string
  filters: SearchFilters | null
  /** Ids of engines; unknown ids are ignored. */
  engines: string[]
  /** Block of `BLOCK_SIZE` hits, from 1. */
  block: number
  /** Time until which the engines are awaited. */
  deadline: Deadline
  /** Whether to ask engines again that have just timed out for this query. */
  insist: boolean
}

/** The status of an engine with its works; `more` says that later blocks may contain others. */
export interface EngineResult {
  state: EngineStatus
  works: Work[]
  more: boolean
}

/**
 * Asks several engines in parallel; each one ends at the deadline at the latest, independently of the others. Returns a
 * result for each known engine that was chosen, also for those that were not asked.
 */
export function askEngines(
  ctx: EnginesContext,
  question: OutsideQuery,
  signal?: AbortSignal,
): Promise<EngineResult[]> {
  const { all, off } = ctx.providers.engines
  const chosen = all.filter(({ id }) => question.engines.includes(id))
  const needsLibrary = question.filters && hasLibraryFilters(question.filters)
  return Promise.all(
    chosen.map((engine) => {
      if (off) return skippedEngine(engine, 'failed', STATUS_MESSAGES.off)
      return needsLibrary
        ? skippedEngine(engine, 'ok', STATUS_MESSAGES.local_filters)
        : askEngine(ctx, engine, question, signal)
    }),
  )
}

/** Returns the result of an engine that is not asked, with the reason as its Chinese message. */
function skippedEngine(
  { id, name }: OutsideEngine,
  state: EngineStatus['state'],
  message: string,
): EngineResult {
  return { state: { id, name, state, count: 0, total: 0, took_ms: 0, message }, works: [], more: false }
}

/** Asks one outside engine; a slow or failing engine is a status, never an error. */
async function askEngine(
  ctx: EnginesContext,
  engine: OutsideEngine,
  question: OutsideQuery,
  signal?: AbortSignal,
): Promise<EngineResult> {
  const { id, name } = engine
  const { limit_ms } = ctx.providers.engines
  const { slow } = engineMemory(ctx.providers.engines)
  const now = ctx.now().getTime()
  const slowKey = `${id} ${question.query}`
  if (!question.insist && slow.get(slowKey, now))
    return skippedEngine(engine, 'slow', slowMessage(name, limit_ms))
  const answer = await withDeadline(question.deadline, signal, (deadlineSignal) =>
    findHits(ctx, engine, question, deadlineSignal),
  )
  const status = { id, name, count: 0, total: 0, took_ms: answer.took_ms }
  switch (answer.state) {
    case 'ok': {
      const works = answer.value.works.filter((work) => matchesFilters(work, question.filters))
      const { total, given: recordCount, english } = answer.value
      // Some engines return fewer hits than they count; a block that is not full is their last one.
      const more = recordCount >= BLOCK_SIZE && total > question.block * BLOCK_SIZE
      const message = english && translatedMessage(english)
      return { state: { ...status, state: 'ok', count: works.length, total, message }, works, more }
    }
    case 'slow':
      slow.set(slowKey, true, now)
      return {
        state: { ...status, state: 'slow', message: slowMessage(name, limit_ms) },
        works: [],
        more: false,
      }
    case 'failed': {
      const message = faultMessage(name, answer.error)
      if (message === null) ctx.log.error({ err: answer.error, engine: id }, 'an outside engine failed')
      const text = message ?? STATUS_MESSAGES.unexpected
      return { state: { ...status, state: 'failed', message: text }, works: [], more: false }
    }
  }
}

/**
 * Returns the answer of an engine, from the cache where it is fresh; concurrent callers with the same request share it.
 * Of the filters only the years are part of the request.
 */
function findHits(ctx: EnginesContext, engine: OutsideEngine, question: OutsideQuery, signal: AbortSignal) {
  const { answers } = engineMemory(ctx.providers.engines)
  const { query, filters, block } = question
  const { year_from, year_to } = filters ?? {}
  const key = JSON.stringify([engine.id, query, year_from, year_to, block])
  const now = ctx.now().getTime()
  const cached = answers.get(key, now)
  if (cached) return cached
  const request = { parsed: parseQuery(query), year_from, year_to, page: block, size: BLOCK_SIZE }
  const { shared } = ctx.providers.engines
  const asking = shared
    ? requestUnlessShared(ctx, key, () => requestHits(ctx, engine, request, signal))
    : requestHits(ctx, engine, request, signal)
  answers.set(key, asking, now)
  // Failures are not cached; those who await the answer still receive the error.
  asking.catch(() => answers.delete(key))
  return asking
}

/**
 * Returns the answer of another process to the same request, or makes the request and shares its answer. Processes that
 * begin at the same time may both make it.
 */
async function requestUnlessShared(
  ctx: EnginesContext,
  key: string,
  request: () => Promise<OutsideHits>,
): Promise<OutsideHits> {
  const sharedAnswer = await findSharedAnswer(ctx, key)
  if (sharedAnswer) return sharedAnswer
  const answer = await request()
  await shareAnswer(ctx, key, answer)
  return answer
}

/** Asks an engine and parses its records; an English engine is asked with the English terms of a Chinese query. */
async function requestHits(
  ctx: EnginesContext,
  engine: OutsideEngine,
  request: OutsideRequest,
  signal: AbortSignal,
): Promise<OutsideHits> {
  const english = engine.english ? englishQuery(request.parsed, (await getKnownTerms(ctx)).terms) : null
  const { records, total } = await engine.search(english ? { ...request, ...english } : request, signal)
  const works = readRecords(engine.id, records)
  return { works, given: records.length, total, english: english?.words ?? null }
}
