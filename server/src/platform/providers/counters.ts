/** How often something was done under a key since its window began, and when that ends. */
export interface CounterWindow {
  count: number
  /** On the clock of who asks. */
  ends_at: number
}

/**
 * Counts in fixed windows for limits; each name has its own keys. It answers at once, because it runs with every
 * request: a store that several servers share counts here too, and takes over in the background what the others have
 * counted.
 */
export type Counters = (name: string, window_ms: number) => (key: string, now: number) => CounterWindow

/** Counts of this process alone, in memory. */
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
