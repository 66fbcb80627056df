import { createHash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { cachedByKey } from '../../platform/foundation/cached.ts'
import type { OutsideEngines } from '../../platform/providers/engines/port.ts'
import * as store from './found.store.ts'
import { type Deadline, withDeadline } from './with-deadline.ts'

const ANSWERS = 100
const ANSWER_MS = 10 * 60_000
const SLOW = 500
const SLOW_MS = 2 * 60_000
const WORK_MS = 2 * 60 * 60_000

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

interface Memory {
  /** Answers on their way or there, by engine and question. */
  answers: ReturnType<typeof cachedByKey<Promise<OutsideHits>>>
  /** Questions for which an engine was waited for in vain: turning pages does not wait again. */
  slow: ReturnType<typeof cachedByKey<true>>
}

const memories = new WeakMap<OutsideEngines, Memory>()

/** What this process remembers of its engines so that it need not ask again; nothing depends on it. */
export function memoryOf(engines: OutsideEngines): Memory {
  const known = memories.get(engines)
  if (known) return known
  const memory: Memory = { answers: cachedByKey(ANSWERS, ANSWER_MS), slow: cachedByKey(SLOW, SLOW_MS) }
  memories.set(engines, memory)
  return memory
}

const ago = ({ now }: Pick<Ctx, 'now'>, ms: number): string => new Date(now().getTime() - ms).toISOString()
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** By what a hit from outside is known again; the same record has the same key. */
export const keyOf = (work: Work): string => hashOf(JSON.stringify(work)).slice(0, 32)

/**
 * Remembers works for everybody and every process: only these can be taken into the library. A database that refuses
 * takes nobody's search away, and one that is slow is not waited for.
 */
export async function rememberFound(ctx: Ctx, works: Work[], deadline: Deadline): Promise<void> {
  const rows = works.map((work) => ({ key: keyOf(work), work: JSON.stringify(work) }))
  const remembered = await withDeadline(deadline, undefined, () =>
    store.remember(ctx.db, rows, ctx.now().toISOString()),
  )
  if (remembered.state === 'failed')
    ctx.log.warn({ err: remembered.error }, 'works from outside could not be remembered')
}

/** Of these keys those that somebody was given in the last two hours, with their works. */
export async function foundWorks(ctx: Ctx, keys: string[]): Promise<Map<string, Work>> {
  const rows = await store.worksBy(ctx.db, keys, ago(ctx, WORK_MS))
  return new Map(rows.map(({ key, work }) => [key, JSON.parse(work)]))
}

/** What another process was answered to the same question. */
export async function answerOfOthers(ctx: Ctx, question: string): Promise<OutsideHits | null> {
  const known = await store.answerBy(ctx.db, hashOf(question), ago(ctx, ANSWER_MS)).catch((error) => {
    ctx.log.warn({ err: error }, 'what others were answered could not be read')
  })
  return known ? JSON.parse(known) : null
}

export async function tellOthers(ctx: Ctx, question: string, answer: OutsideHits): Promise<void> {
  const row = [hashOf(question), JSON.stringify(answer), ctx.now().toISOString()] as const
  await store.keepAnswer(ctx.db, ...row).catch((error) => {
    ctx.log.warn({ err: error }, 'others could not be told of an answer')
  })
}

export const forgetOld = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> =>
  store.forget(ctx.db, { works: ago(ctx, WORK_MS), answers: ago(ctx, ANSWER_MS) })
