import type { TermIndex } from './term-index.ts'

/** The results for one state of an index. */
interface CachedState<Value> {
  /** Number of the last change of the index. */
  change: number
  byKey: Map<string, Promise<Value>>
}

/**
 * Creates a cache of what is computed from an index. Its function returns the cached value of a key, or computes it. The
 * values of an index are dropped when the index changes, or when there are `maxValues`; a failed computation is tried
 * again the next time.
 */
export function createIndexCache<Value>(
  maxValues: number,
): (index: TermIndex, key: string, compute: () => Promise<Value>) => Promise<Value> {
  const states = new WeakMap<TermIndex, CachedState<Value>>()
  return (index, key, compute) => {
    const { change } = index.state()
    let state = states.get(index)
    if (state?.change !== change || state.byKey.size >= maxValues) {
      state = { change, byKey: new Map() }
      states.set(index, state)
    }
    const { byKey } = state
    const cached = byKey.get(key)
    if (cached) return cached
    const value = compute()
    byKey.set(key, value)
    value.catch(() => byKey.delete(key))
    return value
  }
}
