/** While looking fails: a full disk must not be filled by the log of it. */
const MAX_POLL_DELAY_MS = 10_000

interface Options {
  look: () => Promise<unknown>
  /** How long from the end of one look to the next, ms. */
  every_ms: number
  /** Hears of a look that failed, and how long it is to the next, ms. */
  failed: (error: unknown, wait_ms: number) => void
}

/** Something that is done again and again. */
export interface Poller {
  start: () => void
  /** No look begins any more; answers when the last has ended. */
  stop: () => Promise<void>
}

/** Looks for work again and again, one look after the other; less often for as long as looking fails. */
export function createPoller({ look, every_ms, failed }: Options): Poller {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let stopped = false
  let wait_ms = every_ms

  async function once(): Promise<void> {
    try {
      await look()
      wait_ms = every_ms
    } catch (error) {
      wait_ms = Math.min(wait_ms * 2, MAX_POLL_DELAY_MS)
      failed(error, wait_ms)
    }
  }

  function start() {
    if (stopped) return
    timer = setTimeout(async () => {
      looking = once()
      await looking
      start()
    }, wait_ms)
  }

  return {
    start,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
