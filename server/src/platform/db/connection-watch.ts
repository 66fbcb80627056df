import { setTimeout as wait } from 'node:timers/promises'
import {
  type BackendStatus,
  checkBackends,
  destroyConnection,
  type WatchedClient,
} from './connection-check.ts'

/**
 * How long a query may say nothing before its connection is looked at; how long the look takes; how often. A connection
 * that was heard a moment ago is trusted, any other is tried before it is used, for so long. `acquire_ms`: how long
 * somebody waits for a connection while all are in use.
 */
export const CONNECTION_TIMEOUTS = {
  ...{ silent_ms: 5_000, answer_ms: 8_000, look_ms: 1_000, trust_ms: 1_000, try_ms: 2_000 },
  acquire_ms: 15_000,
  evict_ms: 1_000,
}

export type ConnectionTimeouts = typeof CONNECTION_TIMEOUTS

interface PendingQuery {
  client: WatchedClient
  since: number
  /** What had come by then. */
  bytes: number
  /** It has been seen that nobody works on the answer; unless it is on its way, the line is cut. */
  isSuspect: boolean
}

/** What is known of a line. */
interface WatchState {
  patience: ConnectionTimeouts
  waiting: Set<PendingQuery>
  /** When something last came over a connection. */
  heard: WeakMap<WatchedClient, number>
  heard_last: number
  /** Connections that were last heard before are not trusted any more. */
  doubted: number
  /** When the last look began that PostgreSQL answered. */
  answered: number
  isAway: boolean
  looks: number
}

const bytesRead = ({ connection }: WatchedClient): number => connection?.stream?.bytesRead ?? 0

/**
 * Notices a line to PostgreSQL that is cut without a word: the system would wait a quarter of an hour for it, and a limit
 * for queries would end long ones. What has been silent for seconds is asked after by another connection: where that gets
 * no answer, or PostgreSQL knows nothing of the query, its connection is ended, and the query fails. While PostgreSQL is
 * away it is asked again and again, and nobody waits for what cannot come.
 */
export function watchConnections(url: string, patience: ConnectionTimeouts) {
  const never = Number.NEGATIVE_INFINITY
  const known: WatchState = {
    ...{ patience, waiting: new Set(), heard: new WeakMap(), looks: 0, isAway: false },
    ...{ heard_last: never, doubted: never, answered: never },
  }
  const timer = setInterval(() => void checkSilentQueries(known, url), patience.look_ms).unref()
  return {
    /** Watches a query, or whoever connects, until there is an answer. */
    async during<T>(client: WatchedClient, work: () => Promise<T>): Promise<T> {
      const one = { client, since: performance.now(), bytes: bytesRead(client), isSuspect: false }
      known.waiting.add(one)
      try {
        return await work()
      } finally {
        known.waiting.delete(one)
        if (bytesRead(client) !== one.bytes) recordResponse(known, client)
      }
    },
    /** Whether a connection of the pool may be used: one that has been silent for a moment is tried first. */
    isGood: (client: WatchedClient) => isUsable(known, client),
    isAway: () => known.isAway,
    /** Whether PostgreSQL has answered somebody who asked later than that. */
    hasAnsweredSince: (began: number) => known.answered > began,
    stop: () => clearInterval(timer),
  }
}

function recordResponse(known: WatchState, client: WatchedClient): void {
  known.heard_last = performance.now()
  known.heard.set(client, known.heard_last)
}

async function isUsable(known: WatchState, client: WatchedClient): Promise<boolean> {
  const { trust_ms, try_ms } = known.patience
  const began = performance.now()
  const heard = known.heard.get(client) ?? began
  if (heard < known.doubted) return false
  if (began - heard < trust_ms) return true
  const tried = client.query('select 1').then(
    () => true,
    () => false,
  )
  const late = wait(try_ms, null, { ref: false })
  // Where this thread was held, what has come meanwhile is read first.
  const isThere = (await Promise.race([tried, late])) ?? (await Promise.race([tried, afterPendingReads()]))
  if (isThere) recordResponse(known, client)
  else known.doubted = Math.max(known.doubted, began)
  return isThere
}

const afterPendingReads = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))

async function checkSilentQueries(known: WatchState, url: string): Promise<void> {
  const { silent_ms, look_ms, answer_ms } = known.patience
  const wasAway = known.isAway
  const silent = [...known.waiting].filter((one) => isSilent(one, wasAway ? look_ms : silent_ms))
  // Who looks again and again does not wait for a look that began before the line was mended.
  if (!wasAway && (known.looks > 0 || silent.length === 0)) return
  known.looks += 1
  const began = performance.now()
  const line = await checkBackends(
    url,
    silent.map(({ client }) => client),
    answer_ms,
  )
  known.looks -= 1
  recordStatus(known, line, began)
  // Where this thread was held, and not the line, what has come meanwhile is read first.
  await wait(look_ms, undefined, { ref: false })
  for (const one of silent) {
    if (
      !known.waiting.has(one) ||
      bytesRead(one.client) !== one.bytes ||
      !isConnectionLost(one, line, wasAway)
    )
      continue
    known.doubted = Math.max(known.doubted, one.since)
    destroyConnection(one.client)
  }
}

/** Away it is only where meanwhile nobody else was answered either, by a later look or a query. */
function recordStatus(known: WatchState, line: BackendStatus, began: number): void {
  if (line !== 'away') {
    known.answered = Math.max(known.answered, began)
    known.isAway = false
  } else if (known.answered < began && known.heard_last < began) {
    known.doubted = Math.max(known.doubted, began)
    known.isAway = true
  }
}

/** Whether nothing has come for so long; what has come is noted. */
function isSilent(one: PendingQuery, silent_ms: number): boolean {
  const bytes = bytesRead(one.client)
  const now = performance.now()
  if (bytes !== one.bytes) Object.assign(one, { bytes, since: now, isSuspect: false })
  return now - one.since >= silent_ms
}

/** Twice in a row, for the answer may be on its way; not where PostgreSQL has been away since it was asked. */
function isConnectionLost(one: PendingQuery, line: BackendStatus, wasAway: boolean): boolean {
  if (typeof line === 'string') return line === 'away'
  const isAtWork = line.has(one.client.processID ?? 0)
  const isCertain = (one.isSuspect || wasAway) && !isAtWork
  one.isSuspect = !isAtWork
  return isCertain
}
