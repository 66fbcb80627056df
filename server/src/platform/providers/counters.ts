/** The count under a key in its window, and the end of the window. */
export interface CounterWindow {
  count: number
  /** On the clock of the caller. */
  ends_at: number
}

/**
 * Counts in fixed windows for rate limits; each name has its own keys. It returns synchronously, because it runs with
 * every request: a store that several servers share counts in memory too, and merges the others' counts in the
 * background.
 */
export type Counters = (name: string, window_ms: number) => (key: string, now: number) => CounterWindow

/** Creates counters in the memory of this process. */
export function createMemoryCounters(): Counters {
  return (_name, window_ms) => countInWindow(new Map(), window_ms)
}

function countInWindow(windows: Map<string, CounterWindow>, window_ms: number): ReturnType<Counters> {
  let sweep_at = 0
  return (key, now) => {
    if (now >= sweep_at) {
      removeEndedWindows(windows, now)
      sweep_at = now + window_ms
    }
    const window = windows.get(key)
    if (window && window.ends_at > now) {
      window.count += 1
      return window
    }
    const fresh = { count: 1, ends_at: now + window_ms }
    windows.set(key, fresh)
    return fresh
  }
}

function removeEndedWindows(windows: Map<string, CounterWindow>, now: number): void {
  for (const [key, { ends_at }] of windows) if (ends_at <= now) windows.delete(key)
}
