import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { createFairQueue, type FairQueue } from '../../platform/foundation/fair-queue.ts'
import { isForegroundQuiet, yieldToForeground } from '../../platform/foundation/foreground.ts'
import type { Research } from '../research/research.ts'

/** So many searches of researches go on at once in a process, and one alone while somebody searches by hand. */
const MAX_CONCURRENT_SEARCHES = 2

interface SearchQueues {
  all: FairQueue
  beside_readers: FairQueue
}

/** Does a work when its turn comes. */
export type RunInTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

const queuesByProcess = new WeakMap<object, SearchQueues>()

function getSearchQueues(process: object): SearchQueues {
  const known = queuesByProcess.get(process) ?? {
    all: createFairQueue(MAX_CONCURRENT_SEARCHES),
    beside_readers: createFairQueue(1),
  }
  queuesByProcess.set(process, known)
  return known
}

/**
 * Lets the searches of a research wait for their turn among those of all: person by person, whoever began first. Each stands
 * aside for those that somebody waits for at a screen, who shall hardly notice it.
 */
export function searchQueueOf({ ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>): RunInTurn {
  const process = ctx.config
  const { all, beside_readers } = getSearchQueues(process)
  return async (work) => {
    const id = ctx.newId()
    const stop = () => all.cancel(id, signal.reason) || beside_readers.cancel(id, signal.reason)
    const place = { id, owner_id: row.user_id }
    const begin = () => {
      signal.throwIfAborted()
      return work()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await all.run(place, async () => {
        await yieldToForeground(process)
        // One search follows another at once: whoever else is there has a turn between them.
        await yieldToEventLoop()
        return isForegroundQuiet(process) ? begin() : beside_readers.run(place, begin)
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
