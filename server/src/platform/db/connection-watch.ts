import { setTimeout as wait } from 'node:timers/promises'
import {
  type BackendStatus,
  checkBackends,
  destroyConnection,
  type WatchedClient,
} from './connection-check.ts'

/**
 * Timeouts of the connection watch, ms. `silent_ms`: silence after which the connection of a query is checked;
 * `answer_ms`: limit of the check; `look_ms`: interval of checks; `trust_ms`: a connection that received data within
 * this time is trusted; `try_ms`: limit of the test query for any other; `acquire_ms`: how long a caller waits for a
 * connection while all are in use; `evict_ms`: shortest interval between evictions of read-only sessions.
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
  /** Bytes received when `since` was taken. */
  bytes: number
  /** A check found no backend at work on it; unless data arrives, the next check closes the connection. */
  isSuspect: boolean
}

/** What is known of the connections. */
interface WatchState {
  patience: ConnectionTimeouts
  waiting: Set<PendingQuery>
  /** When data was last received over a connection. */
  heard: WeakMap<WatchedClient, number>
  heard_last: number
  /** Connections that last received data before this time are not trusted any more. */
  doubted: number
  /** When the last check began that PostgreSQL answered. */
  answered: number
  isAway: boolean
  looks: number
}

const bytesRead = ({ connection }: WatchedClient): number => connection?.stream?.bytesRead ?? 0

/**
 * Detects connections to PostgreSQL that break without notice: the operating system would wait a quarter of an hour,
 * and a limit for queries would end long ones. A query that has received nothing for seconds is checked over another
 * connection: if that gets no answer, or no backend works on the query, its connection is destroyed and the query
 * fails. While PostgreSQL is away, checks continue and nobody waits for an answer that cannot come.
 */
export function watchConnections(url: string, patience: ConnectionTimeouts) {
  const never = Number.NEGATIVE_INFINITY
  const known: WatchState = {
    ...{ patience, waiting: new Set(), heard: new WeakMap(), looks: 0, isAway: false },
    ...{ heard_last: never, doubted: never, answered: never },
  }
  const timer = setInterval(() => void checkSilentQueries(known, url), patience.look_ms).unref()
  return {
    /** Watches a query or a connection attempt until it settles. */
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
    /** Returns whether a pooled connection may be used; one that has been silent for a moment is tested first. */
    isGood: (client: WatchedClient) => isUsable(known, client),
    isAway: () => known.isAway,
    /** Returns whether PostgreSQL has answered a check that began later than `began`. */
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
  // When this thread was blocked, data that has arrived meanwhile is read first.
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
  // While PostgreSQL is away, checks overlap, so that none waits for one that began before the network recovered.
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
  // When this thread was blocked, and not the network, data that has arrived meanwhile is read first.
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

/**
 * Records the result of a check. PostgreSQL counts as away only if no later check and no query was answered meanwhile.
 */
function recordStatus(known: WatchState, line: BackendStatus, began: number): void {
  if (line !== 'away') {
    known.answered = Math.max(known.answered, began)
    known.isAway = false
  } else if (known.answered < began && known.heard_last < began) {
    known.doubted = Math.max(known.doubted, began)
    known.isAway = true
  }
}

/** Returns whether a query has received nothing for `silent_ms`; newly received data restarts the time. */
function isSilent(one: PendingQuery, silent_ms: number): boolean {
  const bytes = bytesRead(one.client)
  const now = performance.now()
  if (bytes !== one.bytes) Object.assign(one, { bytes, since: now, isSuspect: false })
  return now - one.since >= silent_ms
}

/**
 * Returns whether a connection is lost. Two checks in a row must find no backend at work, since the answer may be in
 * transit; one suffices if PostgreSQL has been away meanwhile.
 */
function isConnectionLost(one: PendingQuery, line: BackendStatus, wasAway: boolean): boolean {
  if (typeof line === 'string') return line === 'away'
  const isAtWork = line.has(one.client.processID ?? 0)
  const isCertain = (one.isSuspect || wasAway) && !isAtWork
  one.isSuspect = !isAtWork
  return isCertain
}
