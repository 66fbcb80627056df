import { type SerializedError, startThread, type Thread } from '@scinav/threads'
import type { DatabaseLocation } from '../../../platform/db/open.ts'

/** The task of an import thread. */
export interface ImportTask {
  place: DatabaseLocation
  import_id: string
  /** Local path of the file, when it differs from the path of the import. */
  path: string | undefined
}

/** Messages of the thread: it waits for the write lock, has written, has read so much, is done, or has failed. */
export type ImportThreadMessage =
  | { say: 'wait' | 'written' | 'done' }
  | { say: 'read'; progress: number; note: string }
  | ({ say: 'failed' } & SerializedError)

/** Messages to the thread: its task, the write lock, or the request to stop. */
export type ImportThreadCommand =
  | { say: 'begin'; task: ImportTask }
  | { say: 'write' }
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
    answers: ['wait', 'written', 'read', 'done', 'failed'],
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
