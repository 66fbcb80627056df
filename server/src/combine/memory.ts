import { createHash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import { isFresh } from '../foundation/clock.ts'
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

/** A map that forgets: what is older than `most_ms`, and the longest unused beyond `most` entries. */
function shortMemory<Value>(most: number, most_ms: number) {
  const entries = new Map<string, { value: Value; until: number }>()
  return {
    get(key: string, now: number): Value | undefined {
      const entry = entries.get(key)
      entries.delete(key)
      if (!entry || !isFresh(entry.until - most_ms, now, most_ms)) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key: string, value: Value, now: number): void {
      entries.delete(key)
      entries.set(key, { value, until: now + most_ms })
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: string) => void entries.delete(key),
  }
}

interface Memory {
  /** Answers on their way or there, by engine and question. */
  answers: ReturnType<typeof shortMemory<Promise<OutsideHits>>>
  /** Questions for which an engine was waited for in vain: turning pages does not wait again. */
  slow: ReturnType<typeof shortMemory<true>>
  /** Works this process has fetched, by the key of their hit: only these can be kept. */
  works: ReturnType<typeof shortMemory<Work>>
}

const memories = new WeakMap<OutsideEngines, Memory>()

/** What this process remembers of its engines; another process has its own. */
export function memoryOf(engines: OutsideEngines): Memory {
  const known = memories.get(engines)
  if (known) return known
  const memory: Memory = {
    answers: shortMemory(ANSWERS, ANSWER_MS),
    slow: shortMemory(SLOW, SLOW_MS),
    works: shortMemory(WORKS, WORK_MS),
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
