import { type SerializedError, startThread, type Thread } from '@scinav/threads'
import type { DatabaseLocation } from '../../../platform/db/open.ts'

/** The task of an import thread. */
export interface ImportTask {
  /** The database into which the file is imported. */
  location: DatabaseLocation
  import_id: string
  /** Local path of the file, when it differs from the path of the import. */
  path: string | undefined
}

/** Messages of the thread. After `done` or `failed` it ends. */
export type ImportThreadMessage =
  /** It needs the write lock of the database; one request for each transaction. */
  | { say: 'lock-needed' }
  /** The transaction has ended, and the lock is free. */
  | { say: 'lock-released' }
  /** The share of the file that has been read, 0–1, and a note for the user. */
  | { say: 'progress'; progress: number; note: string }
  | { say: 'done' }
  | ({ say: 'failed' } & SerializedError)

/** Messages to the thread. */
export type ImportThreadCommand =
  | { say: 'begin'; task: ImportTask }
  /** Answers the oldest `lock-needed`. */
  | { say: 'lock-granted' }
  /** Aborts the import, which then fails with this reason. */
  | { say: 'stop'; reason: string }

/**
 * Size of the young generation in MB. New objects live as long as a batch; with enough room they are never copied.
 */
const YOUNG_GENERATION_MB = 64
/**
 * Size of the old generation in MB. Below 2 GB, V8 lets the heap grow to twice the live data before it collects;
 * above, to four times.
 */
const OLD_GENERATION_MB = 1_900

type ImportThread = Thread<ImportThreadCommand, ImportThreadMessage>

let preparedThread: ImportThread | undefined

function startImportThread(): ImportThread {
  return startThread(new URL('./import-thread.ts', import.meta.url), {
    answers: ['lock-needed', 'lock-released', 'progress', 'done', 'failed'],
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
  })
}

/** Starts loading the thread of a later import; the idle thread does not keep the process alive. */
export function preloadImportThread(): void {
  preparedThread ??= startImportThread()
  preparedThread.keepProcess(false)
}

/** Returns a thread for one import, which waits for its task; a preloaded one is used first. */
export function takeImportThread(): ImportThread {
  const thread = preparedThread ?? startImportThread()
  preparedThread = undefined
  thread.keepProcess(true)
  return thread
}
