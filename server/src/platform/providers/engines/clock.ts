import { setTimeout as wait } from 'node:timers/promises'

/** A monotonic clock in milliseconds, with sleeping; tests inject their own. */
export interface Clock {
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The clock of this machine; a sleep does not keep the process alive. */
export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
}
