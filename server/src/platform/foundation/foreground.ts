// Foreground work is what people wait for now (searches); background work yields to it. The state belongs to an object
// that stands for the process, the `owner`: all callers of one server pass its configuration, so that the servers of one
// test process do not wait for each other.

interface ForegroundState {
  /** Number of foreground tasks that run. */
  running: number
  /** `performance.now()` at the end of the latest one; -∞ when there was none. */
  last_end: number
  /** Resume the background work that has yielded. */
  yielded: (() => void)[]
}

const foregroundStates = new WeakMap<object, ForegroundState>()

/** Returns the state of an owner, creating it at first. */
function foregroundState(owner: object): ForegroundState {
  const state = foregroundStates.get(owner) ?? {
    running: 0,
    last_end: Number.NEGATIVE_INFINITY,
    yielded: [],
  }
  foregroundStates.set(owner, state)
  return state
}

/** Runs work that somebody waits for, and returns its result; meanwhile, background work that yields waits. */
export async function runForeground<Result>(owner: object, work: () => Promise<Result>): Promise<Result> {
  const state = foregroundState(owner)
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
export function yieldToForeground(owner: object): Promise<void> {
  const state = foregroundState(owner)
  if (state.running === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_YIELD_MS)
    state.yielded.push(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Foreground work is expected to return within this time, ms: readers often search again after a short pause. */
const QUIET_PERIOD_MS = 500

/** Returns whether no foreground work has run within the last `QUIET_PERIOD_MS`. */
export function isForegroundQuiet(owner: object): boolean {
  const { running, last_end } = foregroundState(owner)
  return running === 0 && performance.now() - last_end > QUIET_PERIOD_MS
}
