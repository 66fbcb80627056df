import { isFresh } from './clock.ts'

interface CacheEntry<Value> {
  at: number
  value: Value
}

/**
 * Creates a cache of one value per owner (a database, a provider), valid for `most_ms`. Concurrent callers share one
 * read; a failed read is dropped at once, so that the next caller tries again.
 *
 * @example
 * const tables = createCache<Db, Table>(30_000)
 * tables.get(ctx.db, ctx.now(), () => readTable(ctx))
 */
export function createCache<Owner extends object, Value>(most_ms: number) {
  const all = new WeakMap<Owner, CacheEntry<Promise<Value>>>()
  return {
    /**
     * Returns the cached value while it is fresh, else reads and caches a new one.
     *
     * @param read receives the expired value that was cached before, if any.
     */
    get(
      owner: Owner,
      now: Date,
      read: (before: Promise<Value> | undefined) => Promise<Value>,
    ): Promise<Value> {
      const at = now.getTime()
      const known = all.get(owner)
      if (known && isFresh(known.at, at, most_ms)) return known.value
      const mine = { at, value: read(known?.value) }
      all.set(owner, mine)
      mine.value.catch(() => {
        if (all.get(owner) === mine) all.delete(owner)
      })
      return mine.value
    },
    forget: (owner: Owner) => void all.delete(owner),
  }
}

/**
 * Creates an LRU cache by key: entries expire after `most_ms`, and beyond `most` entries the least recently used is
 * dropped.
 */
export function createKeyedCache<Value>(most: number, most_ms: number) {
  const entries = new Map<string, CacheEntry<Value>>()
  return {
    get(key: string, now: number): Value | undefined {
      const entry = entries.get(key)
      entries.delete(key)
      if (!entry || !isFresh(entry.at, now, most_ms)) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key: string, value: Value, now: number): void {
      entries.delete(key)
      entries.set(key, { value, at: now })
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: string) => void entries.delete(key),
  }
}
