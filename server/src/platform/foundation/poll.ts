/** Longest pause while polls fail, ms: the log of the failures must not fill a full disk. */
const MAX_POLL_DELAY_MS = 10_000

interface PollerOptions {
  poll: () => Promise<unknown>
  /** Pause between the end of one poll and the next, ms. */
  every_ms: number
  /** Called after a failed poll with the error and the pause before the next, ms. */
  failed: (error: unknown, wait_ms: number) => void
}

/** Work that is repeated until it is stopped. */
export interface Poller {
  /** Starts the first poll after `every_ms`. */
  start: () => void
  /** Starts no further poll; resolves when the running one has ended. */
  stop: () => Promise<void>
}

/** Creates a poller that runs `poll` repeatedly, one at a time. Failures double the pause, up to ten seconds. */
export function createPoller({ poll, every_ms, failed }: PollerOptions): Poller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let wait_ms = every_ms

  async function runOnce(): Promise<void> {
    try {
      await poll()
      wait_ms = every_ms
    } catch (error) {
      wait_ms = Math.min(wait_ms * 2, MAX_POLL_DELAY_MS)
      failed(error, wait_ms)
    }
  }

  function start() {
    if (isStopped) return
    timer = setTimeout(async () => {
      running = runOnce()
      await running
      start()
    }, wait_ms)
  }

  return {
    start,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
