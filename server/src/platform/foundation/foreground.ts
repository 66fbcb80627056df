/** Who waits at a screen for a search now, and what stands aside meanwhile. */
interface ForegroundState {
  waited_for: number
  /** When somebody was last waited for, by `performance.now()`. */
  last: number
  aside: (() => void)[]
}

const foregroundStates = new WeakMap<object, ForegroundState>()

function foregroundState(process: object): ForegroundState {
  const way = foregroundStates.get(process) ?? { waited_for: 0, last: Number.NEGATIVE_INFINITY, aside: [] }
  foregroundStates.set(process, way)
  return way
}

/** Does what somebody waits for: work in the background stands aside until it is done. */
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

/** Work in the background goes on after so long, whoever is waited for. */
const MAX_YIELD_MS = 200

/** Waits until nobody is waited for, but not for ever. */
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

/** Searches of people who read follow one another in so short a time. */
const QUIET_PERIOD_MS = 500

/** Whether nobody has been waited for lately. */
export function isForegroundQuiet(process: object): boolean {
  const { waited_for, last } = foregroundState(process)
  return waited_for === 0 && performance.now() - last > QUIET_PERIOD_MS
}
