/** Acquires a place; resolves with the function that releases it. */
export type Semaphore = () => Promise<() => void>

/** Creates a semaphore that admits `width` at once; the others wait in order of arrival. */
export function createSemaphore(width: number): Semaphore {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
  return async () => {
    if (inside < width) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      leave()
    }
  }
}

/** Bounds the threads that produce printed documents: two at once in this process, whatever they print. */
export const acquirePrintSlot = createSemaphore(2)
