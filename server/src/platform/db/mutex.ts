/** Acquires the lock; resolves with the function that releases it. */
export type Lock = () => Promise<() => void>

/** Creates a mutex that serves callers in order of arrival. */
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
