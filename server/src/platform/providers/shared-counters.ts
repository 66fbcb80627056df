import type { Logger } from 'pino'
import type { Db } from '../db/schema.ts'
import * as store from './counter.store.ts'
import { type Counters, type CounterWindow, createMemoryCounters } from './counters.ts'

/** How long servers do not know of each other's counts. */
const EXCHANGE_INTERVAL_MS = 1_000
const CLEANUP_EVERY_EXCHANGES = 60
/** Clocks of servers may be so far apart. */
const MAX_CLOCK_SKEW_MS = 5_000

/** What was counted in a window since the database was told. */
interface PendingCount {
  window: CounterWindow
  window_ms: number
  count: number
  /** From the clock of who asks to that of the day. */
  ahead: number
}

interface SharedCounterOptions {
  db: Db
  now: () => Date
  log: Pick<Logger, 'warn'>
}

/**
 * Counts that several servers share by way of their database. Each counts at once in memory, tells the database once a
 * second what it has counted, and takes over the sum: within that second a limit may be passed, once by each server. A
 * database that refuses is told later. Servers whose clocks are more than seconds apart count for themselves.
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

/** Those whose window has not ended. */
const openWindows = (untold: ReadonlyMap<string, PendingCount>, at: Date): Map<string, PendingCount> =>
  new Map([...untold].filter(([, { window, ahead }]) => window.ends_at + ahead > at.getTime()))

const counterRows = (told: ReadonlyMap<string, PendingCount>): store.CounterRow[] =>
  [...told].map(([key, { window, count, ahead }]) => {
    return { key, count, ends_at: new Date(window.ends_at + ahead).toISOString() }
  })
