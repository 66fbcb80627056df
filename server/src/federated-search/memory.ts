import { createHash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import { cachedByKey } from '../foundation/cached.ts'
import type { OutsideEngines } from '../providers/engines/port.ts'

const ANSWERS = 100
const ANSWER_MS = 10 * 60_000
const SLOW = 500
const SLOW_MS = 2 * 60_000
const WORKS = 3_000
const WORK_MS = 2 * 60 * 60_000

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
  /** Works this process has fetched, by the key of their hit: only these can be taken into the library. */
  works: ReturnType<typeof cachedByKey<Work>>
}

const memories = new WeakMap<OutsideEngines, Memory>()

/** What this process remembers of its engines; another process has its own. */
export function memoryOf(engines: OutsideEngines): Memory {
  const known = memories.get(engines)
  if (known) return known
  const memory: Memory = {
    answers: cachedByKey(ANSWERS, ANSWER_MS),
    slow: cachedByKey(SLOW, SLOW_MS),
    works: cachedByKey(WORKS, WORK_MS),
  }
  memories.set(engines, memory)
  return memory
}

/** Remembers a work; the same record has the same key. */
export function keyOf(memory: Memory, work: Work, now: number): string {
  const key = createHash('sha256').update(JSON.stringify(work)).digest('base64url').slice(0, 32)
  memory.works.set(key, work, now)
  return key
}
