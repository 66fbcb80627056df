/** A queue that serves its owners in turn: somebody with a hundred files does not delay somebody with one. */
export interface FairQueue {
  /** Runs the work when its turn has come. */
  run: <Result>(entry: { id: string; owner_id: string }, work: () => Promise<Result>) => Promise<Result>
  /** Returns how many waiting entries will begin before this one, or null when it does not wait. */
  place: (id: string) => number | null
  /** Removes work that has not begun and returns whether it was waiting. Its `run` rejects with the reason. */
  cancel: (id: string, reason: unknown) => boolean
}

interface QueuedTask {
  id: string
  /** Lets its `run` continue. */
  begin: () => void
  /** Lets its `run` reject. */
  refuse: (reason: unknown) => void
}

/**
 * Creates a fair queue.
 *
 * @param width how many entries run at once.
 */
export function createFairQueue(width: number): FairQueue {
  /** The waiting entries by owner; the first owner in the map has the next turn. */
  const waiting = new Map<string, QueuedTask[]>()
  let running = 0

  /** Begins the next entry if there is room. */
  function beginNext(): void {
    const [nextEntry] = waiting
    if (!nextEntry || running >= width) return
    const [owner_id, tasks] = nextEntry
    const first = tasks.shift()
    // The owner goes behind the others.
    waiting.delete(owner_id)
    if (tasks.length > 0) waiting.set(owner_id, tasks)
    if (!first) return
    running += 1
    first.begin()
  }

  /** Queues an entry; resolves when it may begin. */
  function waitForTurn(owner_id: string, id: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const tasks = waiting.get(owner_id) ?? []
      tasks.push({ id, begin, refuse })
      waiting.set(owner_id, tasks)
      beginNext()
    })
  }

  /** Returns where an entry waits: the tasks of its owner, and its index among them; null when it does not wait. */
  const findTask = (id: string) => {
    for (const [owner_id, tasks] of waiting) {
      const at = tasks.findIndex((task) => task.id === id)
      if (at >= 0) return { owner_id, tasks, at }
    }
    return null
  }

  return {
    async run({ id, owner_id }, work) {
      await waitForTurn(owner_id, id)
      try {
        return await work()
      } finally {
        running -= 1
        beginNext()
      }
    },
    place(id) {
      const position = findTask(id)
      if (!position) return null
      // Each round serves one entry of every owner. Of every other owner, as many entries come before as there are rounds
      // before that of this entry, and one more of those whose turn in a round is earlier.
      let ahead = position.at
      let isAfterOwner = false
      for (const [owner_id, tasks] of waiting) {
        if (owner_id === position.owner_id) isAfterOwner = true
        else ahead += Math.min(tasks.length, position.at + (isAfterOwner ? 0 : 1))
      }
      return ahead
    },
    cancel(id, reason) {
      const position = findTask(id)
      if (!position) return false
      const [task] = position.tasks.splice(position.at, 1)
      if (position.tasks.length === 0) waiting.delete(position.owner_id)
      task?.refuse(reason)
      return true
    },
  }
}
