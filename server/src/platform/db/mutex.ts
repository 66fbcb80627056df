/** Waits for leave to write; resolves with the function that gives it back. */
export type Lock = () => Promise<() => void>

/** First come, first served. Resolves with the function that lets the next one in. */
export function createMutex(): Lock {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let release = () => {}
    last = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }
}
