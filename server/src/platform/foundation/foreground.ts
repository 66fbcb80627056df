// Foreground work is what people wait for now (searches); background work yields to it. The state belongs to an object
// that stands for the process, so that the servers of one test process do not wait for each other.

interface ForegroundState {
  /** Number of foreground tasks that run. */
  running: number
  /** `performance.now()` at the end of the latest one; -∞ when there was none. */
  last_end: number
  /** Resume the background work that has yielded. */
  yielded: (() => void)[]
}

const foregroundStates = new WeakMap<object, ForegroundState>()

/** Returns the state of a process, creating it at first. */
function foregroundState(process: object): ForegroundState {
  const state = foregroundStates.get(process) ?? {
    running: 0,
    last_end: Number.NEGATIVE_INFINITY,
    yielded: [],
  }
  foregroundStates.set(process, state)
  return state
}

/** Runs work that somebody waits for; background work that yields waits until it is done. */
export async function runForeground<Result>(process: object, work: () => Promise<Result>): Promise<Result> {
  const state = foregroundState(process)
  state.running += 1
  try {
    return await work()
  } finally {
    state.running -= 1
    state.last_end = performance.now()
    if (state.running === 0) for (const resume of state.yielded.splice(0)) resume()
  }
}

/** How long background work yields at most, ms. */
const MAX_YIELD_MS = 200

/** Resolves when no foreground work runs, after `MAX_YIELD_MS` at the latest. */
export function yieldToForeground(process: object): Promise<void> {
  const state = foregroundState(process)
  if (state.running === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_YIELD_MS)
    state.yielded.push(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** How long after foreground work the next is to be expected, ms: people who read search again after a short pause. */
const QUIET_PERIOD_MS = 500

/** Returns whether no foreground work has run within the last `QUIET_PERIOD_MS`. */
export function isForegroundQuiet(process: object): boolean {
  const { running, last_end } = foregroundState(process)
  return running === 0 && performance.now() - last_end > QUIET_PERIOD_MS
}
