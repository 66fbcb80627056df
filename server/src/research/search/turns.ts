import { breath } from '../../platform/foundation/breath.ts'
import { type FairQueue, fairQueue } from '../../platform/foundation/fair-queue.ts'
import { isQuiet, standAside } from '../../platform/foundation/give-way.ts'
import type { Research } from '../research/research.ts'

/** So many searches of researches go on at once in a process, and one alone while somebody searches by hand. */
const AT_ONCE = 2

interface Queues {
  all: FairQueue
  beside_readers: FairQueue
}

/** Does a work when its turn comes. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

const queues = new WeakMap<object, Queues>()

function queuesOf(process: object): Queues {
  const known = queues.get(process) ?? { all: fairQueue(AT_ONCE), beside_readers: fairQueue(1) }
  queues.set(process, known)
  return known
}

/**
 * Lets the searches of a research wait for their turn among those of all: person by person, whoever began first. Each stands
 * aside for those that somebody waits for at a screen, who shall hardly notice it.
 */
export function turnsOf({ ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>): InTurn {
  const process = ctx.config
  const { all, beside_readers } = queuesOf(process)
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
        await standAside(process)
        // One search follows another at once: whoever else is there has a turn between them.
        await breath()
        return isQuiet(process) ? begin() : beside_readers.run(place, begin)
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
