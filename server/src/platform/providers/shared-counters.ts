import type { Logger } from 'pino'
import type { Db } from '../db/schema.ts'
import * as store from './counter.store.ts'
import { type Counters, type CounterWindow, createMemoryCounters } from './counters.ts'

/** How long servers do not know of each other's counts, ms. */
const EXCHANGE_INTERVAL_MS = 1_000
const CLEANUP_EVERY_EXCHANGES = 60
/** How far the clocks of servers may differ, ms. */
const MAX_CLOCK_SKEW_MS = 5_000

/** What was counted in a window since the last exchange with the database. */
interface PendingCount {
  window: CounterWindow
  window_ms: number
  count: number
  /** Difference between the clock of day and the caller's clock, ms. */
  ahead: number
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
  let untold = new Map<string, PendingCount>()
  let timer: NodeJS.Timeout | undefined
  let exchanges = 0
  let isRefused = false

  function note(
    key: string,
    window: CounterWindow,
    of: Omit<PendingCount, 'window' | 'count'>,
    count = 1,
  ): void {
    const known = untold.get(key)
    if (known?.window === window) known.count += count
    else untold.set(key, { ...of, window, count })
    timer ??= setTimeout(() => void exchange(), EXCHANGE_INTERVAL_MS).unref()
  }

  async function exchange(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const at = now()
    const told = openWindows(untold, at)
    untold = new Map()
    try {
      for (const sum of await store.addCounts(db, counterRows(told), at.toISOString()))
        takeOver(sum, told, at)
      exchanges += 1
      if (exchanges % CLEANUP_EVERY_EXCHANGES === 0) await store.removeEnded(db, at.toISOString())
      isRefused = false
    } catch (error) {
      if (!isRefused) log.warn({ err: error }, 'the counts of requests could not be shared')
      isRefused = true
      tellLater(told)
    }
  }

  function takeOver(sum: store.CounterRow, told: ReadonlyMap<string, PendingCount>, at: Date): void {
    const known = told.get(sum.key)
    const ends = Date.parse(sum.ends_at)
    if (!known || ends > at.getTime() + known.window_ms + MAX_CLOCK_SKEW_MS) return
    const { window, ahead } = known
    const since = untold.get(sum.key)
    window.count = sum.count + (since?.window === window ? since.count : 0)
    window.ends_at = ends - ahead
  }

  function tellLater(told: ReadonlyMap<string, PendingCount>): void {
    for (const [key, { window, count, ...of }] of told) {
      const since = untold.get(key)
      if (!since || since.window === window) note(key, window, of, count)
    }
  }

  const counters: Counters = (name, window_ms) => {
    const count = createMemoryCounters()(name, window_ms)
    return (key, asked_at) => {
      const window = count(key, asked_at)
      note(`${name}:${key}`, window, { window_ms, ahead: now().getTime() - asked_at })
      return window
    }
  }
  return { counters, exchange }
}

/** Returns the counts whose window has not ended. */
const openWindows = (untold: ReadonlyMap<string, PendingCount>, at: Date): Map<string, PendingCount> =>
  new Map([...untold].filter(([, { window, ahead }]) => window.ends_at + ahead > at.getTime()))

const counterRows = (told: ReadonlyMap<string, PendingCount>): store.CounterRow[] =>
  [...told].map(([key, { window, count, ahead }]) => {
    return { key, count, ends_at: new Date(window.ends_at + ahead).toISOString() }
  })
