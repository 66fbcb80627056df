import { faultTold, startThread, type Thread, type ToldFault } from '@scinav/threads'
import type { QueryResult } from 'kysely'
import type { Tables } from './schema.ts'
import type { Statement } from './sqlite-handle.ts'

export type ToReader = ({ ask: 'read'; id: number } & Statement) | { ask: 'end' }

export type FromReader =
  | { say: 'rows'; id: number; rows: unknown[] }
  | ({ say: 'fault'; id: number } & ToldFault)

/** Threads that read one file. */
export interface Readers {
  /** A statement that only reads. It sees what was committed before the call. */
  run: <R>(statement: Statement) => Promise<QueryResult<R>>
  /** Resolves when what was asked is answered and the file is closed. */
  close: () => Promise<void>
}

/** Tables whose rows lie all over a file that is larger than the memory for it. */
const IN_BULK = [
  'papers',
  'paper_keys',
  'paper_references',
  'parse_blocks',
  'passages',
  'passage_places',
  'passage_vectors',
  'chat_records',
  'chat_events',
  'research_runs',
  'research_events',
  'research_reports',
  'report_revisions',
  'paper_translations',
  'block_translations',
  'found_works',
  'engine_answers',
] as const satisfies (keyof Tables)[]

const NAMED = new RegExp(`"(?:${IN_BULK.join('|')})"`)

/** Whether a statement reads what may have to be fetched from the disk. */
export const readsInBulk = (sql: string): boolean => NAMED.test(sql)

/** One that waits for the disk does not hold up the next. */
const MOST = 2

/** A thread, and who waits for what of it. */
interface Reader {
  /** Whether it was told to end: until then the process does not wait for it where nobody else does. */
  ending: boolean
  thread: Thread<ToReader, FromReader>
  waiting: Map<number, Asker>
  over: Promise<void>
}

type Asker = Pick<PromiseWithResolvers<QueryResult<never>>, 'resolve' | 'reject'>

/**
 * Threads for what is read in bulk: node:sqlite is synchronous, and one page that the system has let go of may take a
 * second to come back. A thread begins with the first statement that finds none free.
 *
 * @param cache_kib memory of each for pages.
 */
export function readersOf(file: string, cache_kib: number): Readers {
  const readers = new Set<Reader>()
  let count = 0
  let closed = false

  function start(): Reader {
    const reader = startReader({ file, cache_kib })
    readers.add(reader)
    void reader.over.then(() => readers.delete(reader))
    return reader
  }

  /** One that has nothing to do, else a new one, else the one with the least. */
  function leastBusy(): Reader {
    const [least] = [...readers].sort((a, b) => a.waiting.size - b.waiting.size)
    return least && (least.waiting.size === 0 || readers.size >= MOST) ? least : start()
  }

  return {
    async run<R>({ sql, parameters }: Statement) {
      if (closed) throw new Error('the database is closed')
      const { thread, waiting } = leastBusy()
      count += 1
      const { promise, ...asker } = Promise.withResolvers<QueryResult<R>>()
      waiting.set(count, asker as Asker)
      thread.keepProcess(true)
      thread.tell({ ask: 'read', id: count, sql, parameters })
      return promise
    },
    async close() {
      closed = true
      const open = [...readers]
      for (const reader of open) {
        reader.ending = true
        reader.thread.keepProcess(true)
        reader.thread.tell({ ask: 'end' })
      }
      await Promise.all(open.map(({ over }) => over))
    },
  }
}

function startReader(data: { file: string; cache_kib: number }): Reader {
  const file = new URL('./read-thread.ts', import.meta.url)
  const thread = startThread<ToReader, FromReader>(file, { answers: ['rows', 'fault'], data })
  const over = Promise.withResolvers<void>()
  const reader: Reader = { ending: false, thread, waiting: new Map(), over: over.promise }
  const { waiting } = reader
  thread.listen({
    received: (answer) => {
      settle(waiting.get(answer.id), answer)
      waiting.delete(answer.id)
      if (waiting.size === 0) thread.keepProcess(reader.ending)
    },
    ended: (fault) => {
      for (const { reject } of waiting.values()) reject(fault)
      over.resolve()
    },
  })
  return reader
}

function settle(asker: Asker | undefined, answer: FromReader): void {
  if (answer.say === 'rows') asker?.resolve({ rows: answer.rows as never[] })
  else asker?.reject(faultTold(answer))
}
