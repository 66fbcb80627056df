/** Clock and timer of a pacer; both in milliseconds. */
export interface PaceClock {
  now: () => number
  wait: (ms: number) => Promise<void>
}

const SYSTEM_CLOCK: PaceClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Creates a pause for background work in a thread that others wait for: the pause after a piece of work is `rest` times
 * as long as the work took. On a busy machine the work takes longer, and so do the pauses.
 *
 * @example const pause = createPacer(9); for (const item of items) { work(item); await pause() } // a tenth of the time
 */
export function createPacer(rest: number, { now, wait } = SYSTEM_CLOCK): () => Promise<void> {
  let workStarted = now()
  return async () => {
    await wait((now() - workStarted) * rest)
    workStarted = now()
  }
}
