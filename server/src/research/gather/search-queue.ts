import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { createFairQueue, type FairQueue } from '../../platform/foundation/fair-queue.ts'
import { isForegroundQuiet, yieldToForeground } from '../../platform/foundation/foreground.ts'
import type { Research } from '../run/research.ts'

/**
 * Maximum number of concurrent searches of research runs in a process; only one while a user searches interactively.
 */
const MAX_CONCURRENT_SEARCHES = 2

/** The queues of one process. */
interface SearchQueues {
  /** All searches of research runs pass through this queue. */
  all: FairQueue
  /** A narrower queue within `all`, for the time in which a user searches interactively. */
  while_interactive: FairQueue
}

/** Runs a task when its turn comes. */
export type RunInTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The queues of each process, by its configuration. */
const queuesByProcess = new WeakMap<object, SearchQueues>()

function getSearchQueues(process: object): SearchQueues {
  const queues = queuesByProcess.get(process) ?? {
    all: createFairQueue(MAX_CONCURRENT_SEARCHES),
    while_interactive: createFairQueue(1),
  }
  queuesByProcess.set(process, queues)
  return queues
}

/**
 * Queues the searches of a run with those of all others: fairly by user, in order of arrival. Each search yields to
 * interactive searches, so that users hardly notice it.
 */
export function searchQueueOf({ ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>): RunInTurn {
  const process = ctx.config
  const { all, while_interactive } = getSearchQueues(process)
  return async (work) => {
    const id = ctx.newId()
    const stop = () => all.cancel(id, signal.reason) || while_interactive.cancel(id, signal.reason)
    const queued = { id, owner_id: row.user_id }
    const begin = () => {
      signal.throwIfAborted()
      return work()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await all.run(queued, async () => {
        await yieldToForeground(process)
        // Consecutive searches leave the event loop no pause, so other tasks get their turn here.
        await yieldToEventLoop()
        return isForegroundQuiet(process) ? begin() : while_interactive.run(queued, begin)
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
