import { deserializeError, type SerializedError, startThread, type Thread } from '@scinav/threads'
import type { QueryResult } from 'kysely'
import type { Tables } from './schema.ts'
import type { Statement } from './sqlite-handle.ts'

/** A command to a reader thread. */
export type ReaderCommand = ({ ask: 'read'; id: number } & Statement) | { ask: 'end' }

/** A response of a reader thread. */
export type ReaderMessage =
  | { say: 'rows'; id: number; rows: unknown[] }
  | ({ say: 'fault'; id: number } & SerializedError)

/** Threads that read one SQLite file. */
export interface ReaderThreads {
  /** Runs a read-only statement. It sees what was committed before the call. */
  run: <R>(statement: Statement) => Promise<QueryResult<R>>
  /** Resolves when all pending reads are answered and the file is closed. */
  close: () => Promise<void>
}

/** Tables whose rows are spread over a file that may be larger than its page cache. */
const BULK_TABLES = [
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
  'manuscript_checks',
  'manuscript_check_events',
  'manuscript_check_texts',
  'manuscript_check_records',
  'paper_translations',
  'block_translations',
  'found_works',
  'engine_answers',
] as const satisfies (keyof Tables)[]

/** Matches the name of a bulk table in a statement of Kysely, which quotes names: `"papers"`. */
const BULK_TABLE_NAME = new RegExp(`"(?:${BULK_TABLES.join('|')})"`)

/** Returns whether a statement reads a table whose pages may have to be fetched from the disk. */
export const readsBulkTable = (sql: string): boolean => BULK_TABLE_NAME.test(sql)

/** With two, a read that waits for the disk does not delay the next. */
const MAX_THREADS = 2

/** A thread and its pending reads by id. */
interface ReaderThread {
  /** Whether it was told to end; until then an idle thread does not keep the process alive. */
  isEnding: boolean
  thread: Thread<ReaderCommand, ReaderMessage>
  pending: Map<number, PendingRead>
  /** Resolves when the thread has ended. */
  ended: Promise<void>
}

type PendingRead = Pick<PromiseWithResolvers<QueryResult<never>>, 'resolve' | 'reject'>

/**
 * Opens threads for reads of bulk tables: node:sqlite is synchronous, and a page that the system has evicted may take a
 * second to load. The first thread starts at once, the other with the first statement that finds none idle.
 *
 * @param cache_kib page cache of each thread, KiB.
 */
export function openReaderThreads(file: string, cache_kib: number): ReaderThreads {
  const readers = new Set<ReaderThread>()
  let last_id = 0
  let isClosed = false

  function start(): ReaderThread {
    const reader = startReader({ file, cache_kib })
    readers.add(reader)
    void reader.ended.then(() => readers.delete(reader))
    return reader
  }

  /** Returns an idle thread, else a new one, else the one with the fewest pending reads. */
  function threadForRead(): ReaderThread {
    const [least] = [...readers].sort((a, b) => a.pending.size - b.pending.size)
    return least && (least.pending.size === 0 || readers.size >= MAX_THREADS) ? least : start()
  }

  start().thread.keepProcess(false)
  return {
    async run<R>({ sql, parameters }: Statement) {
      if (isClosed) throw new Error('the database is closed')
      const { thread, pending } = threadForRead()
      last_id += 1
      const { promise, ...read } = Promise.withResolvers<QueryResult<R>>()
      pending.set(last_id, read as PendingRead)
      thread.keepProcess(true)
      thread.tell({ ask: 'read', id: last_id, sql, parameters })
      return promise
    },
    async close() {
      isClosed = true
      const openReaders = [...readers]
      for (const reader of openReaders) {
        reader.isEnding = true
        reader.thread.keepProcess(true)
        reader.thread.tell({ ask: 'end' })
      }
      await Promise.all(openReaders.map(({ ended }) => ended))
    },
  }
}

/** Starts a reader thread; when it ends, its pending reads are rejected. */
function startReader(data: { file: string; cache_kib: number }): ReaderThread {
  const file = new URL('./read-thread.ts', import.meta.url)
  const thread = startThread<ReaderCommand, ReaderMessage>(file, { answers: ['rows', 'fault'], data })
  const end = Promise.withResolvers<void>()
  const reader: ReaderThread = { isEnding: false, thread, pending: new Map(), ended: end.promise }
  const { pending } = reader
  thread.listen({
    received: (answer) => {
      settleRead(pending.get(answer.id), answer)
      pending.delete(answer.id)
      if (pending.size === 0) thread.keepProcess(reader.isEnding)
    },
    ended: (fault) => {
      for (const { reject } of pending.values()) reject(fault)
      end.resolve()
    },
  })
  return reader
}

function settleRead(read: PendingRead | undefined, answer: ReaderMessage): void {
  if (answer.say === 'rows') read?.resolve({ rows: answer.rows as never[] })
  else read?.reject(deserializeError(answer))
}
