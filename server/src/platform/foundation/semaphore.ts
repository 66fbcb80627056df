/** Acquires a place; resolves with the function that releases it, whose further calls have no effect. */
export type Semaphore = () => Promise<() => void>

/** Creates a semaphore that admits `width` at once; the others wait in order of arrival. With 1 it is a lock. */
export function createSemaphore(width: number): Semaphore {
  const waiting: (() => void)[] = []
  let holders = 0
  const release = () => {
    // The place goes to the next in line.
    const next = waiting.shift()
    if (next) next()
    else holders -= 1
  }
  return async () => {
    if (holders < width) holders += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      release()
    }
  }
}

/** Bounds the threads that produce printed documents: two at once in this process, whatever they print. */
export const acquirePrintSlot = createSemaphore(2)
