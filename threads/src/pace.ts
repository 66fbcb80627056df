/** What a pause tells the time by, and waits with; both in milliseconds. */
export interface PaceClock {
  now: () => number
  wait: (ms: number) => Promise<void>
}

const SYSTEM_CLOCK: PaceClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * A pause for work in a thread that everybody waits for: however long a piece of it took, the pause after it is
 * `rest` times as long. A busy machine makes pieces longer, and so the pauses.
 *
 * @example const pause = paced(9); for (const each of all) { work(each); await pause() } // a tenth of the time
 */
export function createPacer(rest: number, { now, wait } = SYSTEM_CLOCK): () => Promise<void> {
  let since = now()
  return async () => {
    await wait((now() - since) * rest)
    since = now()
  }
}
