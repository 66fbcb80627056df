/** Creates a queue that runs each piece of work after those that were added before, whether these succeed or not. */
export function createSerialQueue() {
  let running: Promise<void> | undefined
  return {
    /** Returns a promise that resolves when all work has ended; undefined when the queue is empty. */
    running: () => running,
    /** Adds work; resolves or rejects with it. */
    afterOthers(work: () => Promise<void>): Promise<void> {
      const next = (running ?? Promise.resolve()).then(work)
      const settled = next
        .catch(() => {})
        .finally(() => {
          if (running === settled) running = undefined
        })
      running = settled
      return next
    },
  }
}
