import { documentFault } from '@scinav/documents'
import { startThread } from '@scinav/threads'
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
/** Time after which an idle thread ends, in milliseconds: the theses of a batch follow each other sooner. */
const IDLE_MS = 10_000

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

/** A thread that reads manuscripts, one after the other. */
interface Reader {
  ask: (request: ReadRequest) => Promise<ReadResponse>
  isOver: () => boolean
  /** Sets whether the thread keeps the process alive. */
  keepProcess: (keeps: boolean) => void
  end: () => Promise<void>
}

function startReader(): Reader {
  const { listen, tell, keepProcess, end } = startThread<ReadRequest, ReadResponse>(
    new URL('./read-thread.ts', import.meta.url),
    {
      answers: ['manuscript', 'fault', 'error'],
      limits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    },
  )
  let isOver = false
  let answer = (_response: ReadResponse) => {}
  listen({
    received: (response) => answer(response),
    ended: (error) => {
      isOver = true
      answer(endOf(error))
    },
  })
  return {
    ask: (request) =>
      new Promise((resolve) => {
        answer = resolve
        tell(request)
      }),
    isOver: () => isOver,
    keepProcess,
    end,
  }
}

/** Idle threads with the timers that end them; never more than there are read slots. */
const idleReaders = new Map<Reader, NodeJS.Timeout>()

function takeReader(): Reader {
  for (const [reader, timer] of idleReaders) {
    clearTimeout(timer)
    idleReaders.delete(reader)
    if (reader.isOver()) continue
    reader.keepProcess(true)
    return reader
  }
  return startReader()
}

function keepReader(reader: Reader): void {
  reader.keepProcess(false)
  const end = () => {
    idleReaders.delete(reader)
    void reader.end()
  }
  idleReaders.set(reader, setTimeout(end, IDLE_MS).unref())
}

/** Returns the answer of a thread, which is kept for the next manuscript unless `stop` aborts or it fails. */
async function askThread(request: ReadRequest, stop: AbortSignal): Promise<ReadResponse> {
  const reader = takeReader()
  const end = () => void reader.end()
  stop.addEventListener('abort', end)
  try {
    const answer = await reader.ask(request)
    if ('manuscript' in answer && !stop.aborted) keepReader(reader)
    else await reader.end()
    return answer
  } finally {
    stop.removeEventListener('abort', end)
  }
}

/** Returns the answer of a thread that ended before it gave one. */
const endOf = (error: Error): ReadResponse =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { fault: documentFault('too-much-memory', { limit: `${MAX_HEAP_MB} MB` }).message }
    : { error: String(error) }
