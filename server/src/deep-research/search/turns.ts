import { type FairQueue, fairQueue } from '../../foundation/fair-queue.ts'
import type { Research } from '../research/research.ts'

/** So many searches of researches go on at once in a process: who searches by hand shall hardly notice them. */
const AT_ONCE = 2

const queues = new WeakMap<object, FairQueue>()

function queueOf(process: object): FairQueue {
  const queue = queues.get(process) ?? fairQueue(AT_ONCE)
  queues.set(process, queue)
  return queue
}

/** Lets the searches of a research wait for their turn among those of all: person by person, whoever began first. */
export function turnsOf({ ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>) {
  const queue = queueOf(ctx.config)
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const id = ctx.newId()
    const stop = () => queue.cancel(id, signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await queue.run({ id, owner_id: row.user_id }, async () => {
        signal.throwIfAborted()
        return work()
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
