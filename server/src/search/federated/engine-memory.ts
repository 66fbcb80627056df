import { createHash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { createKeyedCache } from '../../platform/foundation/cache.ts'
import type { OutsideEngines } from '../../platform/providers/engines/port.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import * as store from './found-works.store.ts'

const MAX_CACHED_ANSWERS = 100
const ANSWER_TTL_MS = 10 * 60_000
const MAX_SLOW_QUERIES = 500
const SLOW_TTL_MS = 2 * 60_000
const FOUND_WORK_TTL_MS = 2 * 60 * 60_000

type Ctx = Pick<BaseContext, 'db' | 'now' | 'log'>

/** What an engine answered. */
export interface OutsideHits {
  works: Work[]
  /** Records that came, those included that could not be read. */
  given: number
  /** The English words that were asked for instead of Chinese ones; null where the query stood as it was. */
  english: string | null
  total: number
}

interface EngineMemory {
  /** Answers on their way or there, by engine and question. */
  answers: ReturnType<typeof createKeyedCache<Promise<OutsideHits>>>
  /** Questions for which an engine was waited for in vain: turning pages does not wait again. */
  slow: ReturnType<typeof createKeyedCache<true>>
}

const memories = new WeakMap<OutsideEngines, EngineMemory>()

/** What this process remembers of its engines so that it need not ask again; nothing depends on it. */
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

const timeBefore = ({ now }: Pick<Ctx, 'now'>, ms: number): string =>
  new Date(now().getTime() - ms).toISOString()
const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** By what a hit from outside is known again; the same record has the same key. */
export const foundWorkKey = (work: Work): string => hashText(JSON.stringify(work)).slice(0, 32)

/**
 * Remembers works for everybody and every process: only these can be taken into the library. A database that refuses
 * takes nobody's search away, and one that is slow is not waited for.
 */
export async function storeFoundWorks(ctx: Ctx, works: Work[], deadline: Deadline): Promise<void> {
  const rows = works.map((work) => ({ key: foundWorkKey(work), work: JSON.stringify(work) }))
  const remembered = await withDeadline(deadline, undefined, () =>
    store.upsertWorks(ctx.db, rows, ctx.now().toISOString()),
  )
  if (remembered.state === 'failed')
    ctx.log.warn({ err: remembered.error }, 'works from outside could not be remembered')
}

/** Of these keys those that somebody was given in the last two hours, with their works. */
export async function findFoundWorks(ctx: Ctx, keys: string[]): Promise<Map<string, Work>> {
  const rows = await store.findWorks(ctx.db, keys, timeBefore(ctx, FOUND_WORK_TTL_MS))
  return new Map(rows.map(({ key, work }) => [key, JSON.parse(work)]))
}

/** What another process was answered to the same question. */
export async function findSharedAnswer(ctx: Ctx, question: string): Promise<OutsideHits | null> {
  const known = await store
    .findAnswer(ctx.db, hashText(question), timeBefore(ctx, ANSWER_TTL_MS))
    .catch((error) => {
      ctx.log.warn({ err: error }, 'what others were answered could not be read')
    })
  return known ? JSON.parse(known) : null
}

export async function shareAnswer(ctx: Ctx, question: string, answer: OutsideHits): Promise<void> {
  const row = [hashText(question), JSON.stringify(answer), ctx.now().toISOString()] as const
  await store.upsertAnswer(ctx.db, ...row).catch((error) => {
    ctx.log.warn({ err: error }, 'others could not be told of an answer')
  })
}

export const removeExpired = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> =>
  store.removeBefore(ctx.db, {
    works: timeBefore(ctx, FOUND_WORK_TTL_MS),
    answers: timeBefore(ctx, ANSWER_TTL_MS),
  })
