/** What goes on when its turn has come, in the order in which it paused. */
const pausedTasks: (() => void)[] = []

/**
 * Lets other requests have their turn: between the parts of work that together take longer than anybody may wait. Of all
 * that pauses so, one part goes on in each turn of the event loop: twenty at once hold nobody up for longer than one.
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

/** Asked between small parts of work, lets others have their turn whenever the work has gone on for so long. */
export function createPacer(longest_ms = 8): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest_ms) return
    await yieldToEventLoop()
    since = performance.now()
  }
}

/** Something that takes long to make and is made once. */
export interface LazyValue<Made> {
  /** All of it: what is missing is made now. */
  now: () => Made
  /** Makes it while others have their turn between the pieces. */
  atLeisure: () => Promise<void>
}

/** @param make makes it, and yields wherever others may have their turn. */
export function createLazyValue<Made>(make: () => Generator<void, Made>): LazyValue<Made> {
  let made: { value: Made } | undefined
  let going: Generator<void, Made> | undefined
  const step = () => {
    const making = going ?? make()
    // What fails is not gone on with.
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
