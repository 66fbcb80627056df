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

/** Creates a function to call between small parts of work; it yields whenever the work has run for `longest_ms`. */
export function createPacer(longest_ms = 8): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest_ms) return
    await yieldToEventLoop()
    since = performance.now()
  }
}

/** An expensive value that is computed once. */
export interface LazyValue<Made> {
  /** Returns the value, computing the missing part synchronously. */
  now: () => Made
  /** Computes the value in the background, yielding to the event loop between its parts. */
  atLeisure: () => Promise<void>
}

/**
 * Creates a lazy value.
 *
 * @param make computes it, and yields wherever other work may run.
 */
export function createLazyValue<Made>(make: () => Generator<void, Made>): LazyValue<Made> {
  let made: { value: Made } | undefined
  let going: Generator<void, Made> | undefined
  const step = () => {
    const making = going ?? make()
    // A generator that threw cannot be resumed; the next call begins again.
    going = undefined
    const { done, value } = making.next()
    if (done) made = { value }
    else going = making
  }
  return {
    now: () => {
      while (!made) step()
      return made.value
    },
    atLeisure: async () => {
      while (!made) {
        step()
        await yieldToEventLoop()
      }
    },
  }
}
