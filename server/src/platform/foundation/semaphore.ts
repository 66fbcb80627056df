/** Resolves with the function that gives the place back. */
export type Semaphore = () => Promise<() => void>

/** Lets so many in at once; the others wait, first come, first served. */
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

/** Threads that print for people: a few of this process at once, whatever they print. */
export const acquirePrintSlot = createSemaphore(2)
