/** The tasks that have yielded, in the order in which they resume. */
const pausedTasks: (() => void)[] = []

/**
 * Yields to other requests between the parts of long work. Of all tasks that yield, one resumes in each turn of the
 * event loop, so twenty at once block others no longer than one.
 */
export const yieldToEventLoop = () =>
  new Promise<void>((resolve) => {
    if (pausedTasks.push(resolve) === 1) setImmediate(resumeNext)
  })

function resumeNext(): void {
  const next = pausedTasks.shift()
  if (pausedTasks.length > 0) setImmediate(resumeNext)
  next?.()
}

/** How long work runs before it yields, ms: short enough that a waiting request hardly notices it. */
const TIME_SLICE_MS = 8

/** Creates a function to call between small parts of work; it yields whenever the work has run for a time slice. */
export function createTimeSlicer(slice_ms = TIME_SLICE_MS): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < slice_ms) return
    await yieldToEventLoop()
    since = performance.now()
  }
}

/** An expensive value that is computed once. */
export interface LazyValue<Value> {
  /** Returns the value, computing the missing part synchronously. */
  get: () => Value
  /** Computes the value in the background, yielding to the event loop between its parts. */
  warmUp: () => Promise<void>
}

/**
 * Creates a lazy value.
 *
 * @param compute computes it, and yields wherever other work may run.
 */
export function createLazyValue<Value>(compute: () => Generator<void, Value>): LazyValue<Value> {
  let result: { value: Value } | undefined
  let computation: Generator<void, Value> | undefined
  const step = () => {
    const current = computation ?? compute()
    // A generator that threw cannot be resumed; the next call begins again.
    computation = undefined
    const { done, value } = current.next()
    if (done) result = { value }
    else computation = current
  }
  return {
    get: () => {
      while (!result) step()
      return result.value
    },
    warmUp: async () => {
      while (!result) {
        step()
        await yieldToEventLoop()
      }
    },
  }
}
