import { documentFault } from '@scinav/documents'
import { startThread } from '@scinav/threads'
import { createSemaphore } from '../../../platform/foundation/semaphore.ts'
import { ManuscriptFault } from '../check/check.ts'
import type { Manuscript, ManuscriptBlock } from '../reading/index.ts'

/** The message to `read-thread.ts`, and its reply; a thread reads one manuscript. */
export type ReadRequest = { blocks: ManuscriptBlock[] } | { latex: { path: string; name: string } }
export type ReadResponse = { manuscript: Manuscript } | { fault: string } | { error: string }

/** Bounds the threads that read manuscripts at once in this process. */
const acquireReadSlot = createSemaphore(2)
/** Limit of the time in which a manuscript is read. */
const MAX_READ_MS = 120_000
/** Limit of the heap of a thread; the longest manuscripts take a fraction of it. */
const MAX_HEAP_MB = 1_024

/**
 * Reads lists, entries and markers in a worker thread, because long texts would block other requests. The thread ends
 * when `signal` aborts.
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
    signal.throwIfAborted()
    const answer = await askThread(request, stop)
    signal.throwIfAborted()
    if ('manuscript' in answer) return answer.manuscript
    if (deadline.aborted)
      throw new ManuscriptFault(documentFault('too-slow', { limit: maxMs / 1_000 }).message)
    if ('fault' in answer) throw new ManuscriptFault(answer.fault)
    throw new Error(answer.error)
  } finally {
    releaseSlot()
  }
}

/** Starts a thread, returns its answer, and ends it; a thread that ended without one is an error or out of memory. */
async function askThread(request: ReadRequest, stop: AbortSignal): Promise<ReadResponse> {
  const thread = startThread<ReadRequest, ReadResponse>(new URL('./read-thread.ts', import.meta.url), {
    answers: ['manuscript', 'fault', 'error'],
    limits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const end = () => void thread.end()
  stop.addEventListener('abort', end)
  try {
    return await new Promise<ReadResponse>((resolve) => {
      thread.listen({ received: resolve, ended: (error) => resolve(endOf(error)) })
      thread.tell(request)
    })
  } finally {
    stop.removeEventListener('abort', end)
    await thread.end()
  }
}

/** Returns the answer of a thread that ended before it gave one. */
const endOf = (error: Error): ReadResponse =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { fault: documentFault('too-much-memory', { limit: `${MAX_HEAP_MB} MB` }).message }
    : { error: String(error) }
