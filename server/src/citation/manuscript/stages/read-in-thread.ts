import { documentFault } from '@scinav/documents'
import { createKeptThreads } from '@scinav/threads'
import { createSemaphore } from '../../../platform/foundation/semaphore.ts'
import { ManuscriptFault } from '../check/check.ts'
import type { Manuscript, ManuscriptBlock } from '../reading/index.ts'

/** The message to `read-thread.ts`, and its reply; a thread reads one manuscript at a time. */
export type ReadRequest = { blocks: ManuscriptBlock[] } | { latex: { path: string; name: string } }
export type ReadResponse = { manuscript: Manuscript } | { fault: string } | { error: string }

/** Bounds the threads that read manuscripts at once in this process. */
const acquireReadSlot = createSemaphore(2)
/** Limit of the time in which a manuscript is read. */
const MAX_READ_MS = 120_000
/** Limit of the heap of a thread; the longest manuscripts take a fraction of it. */
const MAX_HEAP_MB = 1_024

const askThread = createKeptThreads<ReadRequest, ReadResponse>(new URL('./read-thread.ts', import.meta.url), {
  answers: ['manuscript', 'fault', 'error'],
  limits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
})

/**
 * Reads lists, entries and markers in a worker thread, because long texts would block other requests. The thread ends
 * when `signal` aborts, and is otherwise kept for the next manuscript.
 *
 * @throws ManuscriptFault when the files cannot be read, or not within the limits of time and memory.
 */
export async function readInThread(
  request: ReadRequest,
  signal: AbortSignal,
  maxMs = MAX_READ_MS,
): Promise<Manuscript> {
  const releaseSlot = await acquireReadSlot()
  const deadline = AbortSignal.timeout(maxMs)
  const stop = AbortSignal.any([signal, deadline])
  try {
    const answer = await askThread(request, stop)
    if ('manuscript' in answer) return answer.manuscript
    throw 'fault' in answer ? new ManuscriptFault(answer.fault) : new Error(answer.error)
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.aborted)
      throw new ManuscriptFault(documentFault('too-slow', { limit: maxMs / 1_000 }).message)
    if (isOutOfMemory(error))
      throw new ManuscriptFault(documentFault('too-much-memory', { limit: `${MAX_HEAP_MB} MB` }).message)
    throw error
  } finally {
    releaseSlot()
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
