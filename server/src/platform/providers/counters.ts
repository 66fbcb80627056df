import type { Logger } from 'pino'
import type { Db } from '../db/schema.ts'
import * as store from './counter.store.ts'

/**
 * The count under a key in its window, and the end of the window. The object is live: later calls for the key, and
 * exchanges with other servers, change it, and it stays the same object until the window ends.
 */
export interface CounterWindow {
  count: number
  /** In milliseconds on the clock of the caller, whose zero is arbitrary. */
  ends_at: number
}

/**
 * Creates the counting function of a name, for a rate limit in fixed windows; it adds 1 under a key and returns the
 * key's window. Call it once per name, because each call has a map of its own. The function is synchronous, as it runs
 * with every request: a store that several servers share counts in memory too, and merges the others' counts in the
 * background.
 */
export type Counters = (name: string, window_ms: number) => (key: string, now: number) => CounterWindow

/** Creates counters in the memory of this process. */
export function createMemoryCounters(): Counters {
  return (_name, window_ms) => countInWindow(new Map(), window_ms)
}

/** Creates the counting function of one name. Ended windows are removed once per window. */
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

/** How long servers do not know of each other's counts, ms. */
const EXCHANGE_INTERVAL_MS = 1_000
/** Number of exchanges after which a server removes ended windows from the database. */
const CLEANUP_EVERY_EXCHANGES = 60
/** How far the clocks of servers may differ, ms. */
const MAX_CLOCK_SKEW_MS = 5_000

/** What was counted in a window since the last exchange with the database. */
interface PendingCount {
  window: CounterWindow
  window_ms: number
  count: number
  /** The time of day minus the time on the caller's clock, ms. */
  clock_offset_ms: number
}

interface SharedCounterOptions {
  db: Db
  now: () => Date
  log: Pick<Logger, 'warn'>
}

/**
 * Creates counters that several servers share through their database. Each counts at once in memory, adds its counts to
 * the database once a second, and takes over the sums: within that second each server may exceed a limit. After a
 * database error, the counts are added later. Servers whose clocks differ by more than `MAX_CLOCK_SKEW_MS` count for
 * themselves.
 */
export function createSharedCounters({ db, now, log }: SharedCounterOptions): {
  counters: Counters
  exchange: () => Promise<void>
} {
  let pending = new Map<string, PendingCount>()
  let timer: NodeJS.Timeout | undefined
  let exchanges = 0
  let hasFailed = false

  /** Adds to what the next exchange reports of a window. */
  function addPending(key: string, added: PendingCount): void {
    const known = pending.get(key)
    if (known?.window === added.window) known.count += added.count
    else pending.set(key, { ...added })
    timer ??= setTimeout(() => void exchange(), EXCHANGE_INTERVAL_MS).unref()
  }

  async function exchange(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const at = now()
    const reported = openWindows(pending, at)
    pending = new Map()
    try {
      for (const sum of await store.addCounts(db, counterRows(reported), at.toISOString()))
        adoptSum(sum, reported, at)
      exchanges += 1
      if (exchanges % CLEANUP_EVERY_EXCHANGES === 0) await store.removeEndedWindows(db, at.toISOString())
      hasFailed = false
    } catch (error) {
      // One line per failure of the database, not one per second.
      if (!hasFailed) log.warn({ err: error }, 'the counts of requests could not be shared')
      hasFailed = true
      reportLater(reported)
    }
  }

  /** Sets a window to the sum of all servers, plus what this one has counted since. */
  function adoptSum(sum: store.CounterRow, reported: ReadonlyMap<string, PendingCount>, at: Date): void {
    const known = reported.get(sum.key)
    const ends = Date.parse(sum.ends_at)
    if (!known || ends > at.getTime() + known.window_ms + MAX_CLOCK_SKEW_MS) return
    const { window, clock_offset_ms } = known
    const since = pending.get(sum.key)
    // Another object is a later window of the key, with counts of its own.
    window.count = sum.count + (since?.window === window ? since.count : 0)
    window.ends_at = ends - clock_offset_ms
  }

  /** Keeps the counts of a failed exchange for the next one. */
  function reportLater(reported: ReadonlyMap<string, PendingCount>): void {
    for (const [key, entry] of reported) {
      const since = pending.get(key)
      if (!since || since.window === entry.window) addPending(key, entry)
    }
  }

  const counters: Counters = (name, window_ms) => {
    const count = createMemoryCounters()(name, window_ms)
    return (key, caller_now) => {
      const window = count(key, caller_now)
      const clock_offset_ms = now().getTime() - caller_now
      addPending(`${name}:${key}`, { window, window_ms, clock_offset_ms, count: 1 })
      return window
    }
  }
  return { counters, exchange }
}

/** Returns the counts whose window has not ended at a time of day. */
const openWindows = (pending: ReadonlyMap<string, PendingCount>, at: Date): Map<string, PendingCount> =>
  new Map(
    [...pending].filter(([, { window, clock_offset_ms }]) => window.ends_at + clock_offset_ms > at.getTime()),
  )

const counterRows = (reported: ReadonlyMap<string, PendingCount>): store.CounterRow[] =>
  [...reported].map(([key, { window, count, clock_offset_ms }]) => {
    return { key, count, ends_at: new Date(window.ends_at + clock_offset_ms).toISOString() }
  })
