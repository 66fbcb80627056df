/** The searches that people wait for now, and the background work that has yielded to them. */
interface ForegroundState {
  waited_for: number
  /** `performance.now()` at the end of the latest foreground work. */
  last: number
  aside: (() => void)[]
}

const foregroundStates = new WeakMap<object, ForegroundState>()

function foregroundState(process: object): ForegroundState {
  const way = foregroundStates.get(process) ?? { waited_for: 0, last: Number.NEGATIVE_INFINITY, aside: [] }
  foregroundStates.set(process, way)
  return way
}

/** Runs work that somebody waits for; background work that yields waits until it is done. */
export async function runForeground<Result>(process: object, work: () => Promise<Result>): Promise<Result> {
  const way = foregroundState(process)
  way.waited_for += 1
  try {
    return await work()
  } finally {
    way.waited_for -= 1
    way.last = performance.now()
    if (way.waited_for === 0) for (const goOn of way.aside.splice(0)) goOn()
  }
}

/** How long background work yields at most, ms. */
const MAX_YIELD_MS = 200

/** Resolves when no foreground work runs, after `MAX_YIELD_MS` at the latest. */
export function yieldToForeground(process: object): Promise<void> {
  const way = foregroundState(process)
  if (way.waited_for === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const late = setTimeout(resolve, MAX_YIELD_MS)
    way.aside.push(() => {
      clearTimeout(late)
      resolve()
    })
  })
}

/** How long after foreground work the next is to be expected, ms: people who read search again after a short pause. */
const QUIET_PERIOD_MS = 500

/** Returns whether no foreground work has run within the last `QUIET_PERIOD_MS`. */
export function isForegroundQuiet(process: object): boolean {
  const { waited_for, last } = foregroundState(process)
  return waited_for === 0 && performance.now() - last > QUIET_PERIOD_MS
}
