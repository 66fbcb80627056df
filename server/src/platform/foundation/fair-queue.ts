/** A queue that serves its owners in turn: somebody with a hundred files does not delay somebody with one. */
export interface FairQueue {
  /** Runs the work when its turn has come. */
  run: <Result>(place: { id: string; owner_id: string }, work: () => Promise<Result>) => Promise<Result>
  /** Returns how many waiting entries go before this one, or null when it does not wait. */
  place: (id: string) => number | null
  /** Removes work that has not begun and returns whether it was waiting. Its `run` rejects with the reason. */
  cancel: (id: string, reason: unknown) => boolean
}

interface QueuedTask {
  id: string
  begin: () => void
  refuse: (reason: unknown) => void
}

/**
 * Creates a fair queue.
 *
 * @param width how many entries run at once
 */
export function createFairQueue(width: number): FairQueue {
  /** The waiting entries by owner; the first owner in the map has the next turn. */
  const waiting = new Map<string, QueuedTask[]>()
  let running = 0

  function next(): void {
    const [turn] = waiting
    if (!turn || running >= width) return
    const [owner_id, own] = turn
    const first = own.shift()
    waiting.delete(owner_id)
    if (own.length > 0) waiting.set(owner_id, own)
    if (!first) return
    running += 1
    first.begin()
  }

  function turnOf(owner_id: string, id: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const own = waiting.get(owner_id) ?? []
      own.push({ id, begin, refuse })
      waiting.set(owner_id, own)
      next()
    })
  }

  const find = (id: string) => {
    for (const [owner_id, own] of waiting) {
      const at = own.findIndex((one) => one.id === id)
      if (at >= 0) return { owner_id, own, at }
    }
    return null
  }

  return {
    async run({ id, owner_id }, work) {
      await turnOf(owner_id, id)
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
    place(id) {
      const found = find(id)
      if (!found) return null
      let before = found.at
      let isAfter = false
      for (const [owner_id, own] of waiting) {
        if (owner_id === found.owner_id) isAfter = true
        else before += Math.min(own.length, found.at + (isAfter ? 0 : 1))
      }
      return before
    },
    cancel(id, reason) {
      const found = find(id)
      if (!found) return false
      const [one] = found.own.splice(found.at, 1)
      if (found.own.length === 0) waiting.delete(found.owner_id)
      one?.refuse(reason)
      return true
    },
  }
}
