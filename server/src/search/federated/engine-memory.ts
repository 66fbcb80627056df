import { createHash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { createKeyedCache } from '../../platform/foundation/cache.ts'
import type { OutsideEngines } from '../../platform/providers/engines/port.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import * as store from './found-works.store.ts'

/** Bounds on what is remembered: answers and slow queries in this process, answers and found works in the database. */
const MAX_CACHED_ANSWERS = 100
const ANSWER_TTL_MS = 10 * 60_000
const MAX_SLOW_QUERIES = 500
const SLOW_TTL_MS = 2 * 60_000
const FOUND_WORK_TTL_MS = 2 * 60 * 60_000

type Ctx = Pick<BaseContext, 'db' | 'now' | 'log'>

/** The answer of an outside engine. */
export interface OutsideHits {
  works: Work[]
  /** Number of records received, including those that could not be read. */
  given: number
  /** The English words searched instead of Chinese ones; null when the query was sent unchanged. */
  english: string | null
  total: number
}

interface EngineMemory {
  /** Answers that are pending or present, by engine and request. */
  answers: ReturnType<typeof createKeyedCache<Promise<OutsideHits>>>
  /** Queries for which an engine ran out of time, so that turning pages does not wait for it again. */
  slow: ReturnType<typeof createKeyedCache<true>>
}

const memories = new WeakMap<OutsideEngines, EngineMemory>()

/**
 * Returns the caches of this process for a set of engines. They only save requests; correctness never depends on
 * them.
 */
export function engineMemory(engines: OutsideEngines): EngineMemory {
  const known = memories.get(engines)
  if (known) return known
  const memory: EngineMemory = {
    answers: createKeyedCache(MAX_CACHED_ANSWERS, ANSWER_TTL_MS),
    slow: createKeyedCache(MAX_SLOW_QUERIES, SLOW_TTL_MS),
  }
  memories.set(engines, memory)
  return memory
}

/** Returns the time `ms` milliseconds ago as an ISO date. */
const timeBefore = ({ now }: Pick<Ctx, 'now'>, ms: number): string =>
  new Date(now().getTime() - ms).toISOString()
const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Returns the key of a hit from outside, 32 characters of base64url; equal records have equal keys. */
export const foundWorkKey = (work: Work): string => hashText(JSON.stringify(work)).slice(0, 32)

/**
 * Stores works for all users and processes; only stored works can be added to the library. A database failure is
 * logged and does not fail the search, and the deadline bounds the wait.
 */
export async function storeFoundWorks(ctx: Ctx, works: Work[], deadline: Deadline): Promise<void> {
  const rows = works.map((work) => ({ key: foundWorkKey(work), work: JSON.stringify(work) }))
  const storing = await withDeadline(deadline, undefined, () =>
    store.upsertWorks(ctx.db, rows, ctx.now().toISOString()),
  )
  if (storing.state === 'failed')
    ctx.log.warn({ err: storing.error }, 'works from outside could not be remembered')
}

/** Returns the works of those keys that a search returned in the last two hours. */
export async function findFoundWorks(ctx: Ctx, keys: string[]): Promise<Map<string, Work>> {
  const rows = await store.findWorks(ctx.db, keys, timeBefore(ctx, FOUND_WORK_TTL_MS))
  return new Map(rows.map(({ key, work }) => [key, JSON.parse(work)]))
}

/**
 * Returns the answer that a process got to the same request within `ANSWER_TTL_MS`, or null when there is none or it
 * cannot be read.
 */
export async function findSharedAnswer(ctx: Ctx, request: string): Promise<OutsideHits | null> {
  const known = await store
    .findAnswer(ctx.db, hashText(request), timeBefore(ctx, ANSWER_TTL_MS))
    .catch((error) => {
      ctx.log.warn({ err: error }, 'what others were answered could not be read')
    })
  return known ? JSON.parse(known) : null
}

/** Stores an answer for other processes; a failure is only logged. */
export async function shareAnswer(ctx: Ctx, request: string, answer: OutsideHits): Promise<void> {
  const row = [hashText(request), JSON.stringify(answer), ctx.now().toISOString()] as const
  await store.upsertAnswer(ctx.db, ...row).catch((error) => {
    ctx.log.warn({ err: error }, 'others could not be told of an answer')
  })
}

/** Removes stored works and answers whose lifetime has passed. */
export const removeExpired = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> =>
  store.removeBefore(ctx.db, {
    works: timeBefore(ctx, FOUND_WORK_TTL_MS),
    answers: timeBefore(ctx, ANSWER_TTL_MS),
  })
