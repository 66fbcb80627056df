import { type SerializedError, startThread, type Thread } from '@scinav/threads'
import type { DatabaseLocation } from '../../../platform/db/open.ts'

/** What the thread of an import is given. */
export interface ImportTask {
  place: DatabaseLocation
  import_id: string
  /** Where its file is lent, if that is not where the import says. */
  path: string | undefined
}

/** What it says: it waits for leave to write, has written, has read so much, is done. */
export type ImportThreadMessage =
  | { say: 'wait' | 'written' | 'done' }
  | { say: 'read'; progress: number; note: string }
  | ({ say: 'failed' } & SerializedError)

/** What it is told: its task, then that it may write, or has to stop. */
export type ImportThreadCommand =
  | { say: 'begin'; task: ImportTask }
  | { say: 'write' }
  | { say: 'stop'; reason: string }

/** New objects live as long as a batch is read: with room for them they are never copied. */
const YOUNG_GENERATION_MB = 64
/** Below 2 GB V8 lets what is left behind grow to twice what is in use before it collects, above to four times. */
const OLD_GENERATION_MB = 1_900

type ImportThread = Thread<ImportThreadCommand, ImportThreadMessage>

let preparedThread: ImportThread | undefined

function startImportThread(): ImportThread {
  return startThread(new URL('./import-thread.ts', import.meta.url), {
    answers: ['wait', 'written', 'read', 'done', 'failed'],
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
  })
}

/** Begins to load the thread of an import that will come; it keeps no process alive. */
export function preloadImportThread(): void {
  preparedThread ??= startImportThread()
  preparedThread.keepProcess(false)
}

/** A thread for one import, which waits to be told what to do. */
export function takeImportThread(): ImportThread {
  const thread = preparedThread ?? startImportThread()
  preparedThread = undefined
  thread.keepProcess(true)
  return thread
}
