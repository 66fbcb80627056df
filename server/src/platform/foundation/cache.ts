import { isFresh } from './clock.ts'

interface CacheEntry<Value> {
  /** When it was stored, ms since 1970. */
  stored_at: number
  value: Value
}

/**
 * Creates a cache of one value per owner (a database, a provider), valid for `ttl_ms`. Concurrent callers share one
 * read; a failed read is dropped at once, so that the next caller tries again.
 *
 * @example
 * const tables = createCache<Db, Table>(30_000)
 * tables.get(ctx.db, ctx.now(), () => readTable(ctx))
 */
export function createCache<Owner extends object, Value>(ttl_ms: number) {
  const entries = new WeakMap<Owner, CacheEntry<Promise<Value>>>()
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
      const stored_at = now.getTime()
      const cached = entries.get(owner)
      if (cached && isFresh(cached.stored_at, stored_at, ttl_ms)) return cached.value
      const entry = { stored_at, value: read(cached?.value) }
      entries.set(owner, entry)
      entry.value.catch(() => {
        if (entries.get(owner) === entry) entries.delete(owner)
      })
      return entry.value
    },
    forget: (owner: Owner) => void entries.delete(owner),
  }
}

/**
 * Creates an LRU cache by key: entries expire after `ttl_ms`, and beyond `max_entries` the least recently used is
 * dropped.
 */
export function createKeyedCache<Value>(max_entries: number, ttl_ms: number) {
  const entries = new Map<string, CacheEntry<Value>>()
  return {
    /** Returns the value under a key unless it has expired; `now` is ms since 1970. */
    get(key: string, now: number): Value | undefined {
      const entry = entries.get(key)
      entries.delete(key)
      if (!entry || !isFresh(entry.stored_at, now, ttl_ms)) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key: string, value: Value, now: number): void {
      entries.delete(key)
      entries.set(key, { value, stored_at: now })
      const [oldest] = entries.keys()
      if (entries.size > max_entries && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: string) => void entries.delete(key),
  }
}
