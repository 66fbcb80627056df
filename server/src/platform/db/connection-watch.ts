import { setTimeout as wait } from 'node:timers/promises'
import {
  type BackendStatus,
  checkBackends,
  destroyConnection,
  type WatchedClient,
} from './connection-check.ts'

/** Timeouts of the watch and of the pool, ms. */
export const CONNECTION_TIMEOUTS = {
  /** Silence after which the connection of a query is checked. */
  silent_ms: 5_000,
  /** Limit of such a check, which asks PostgreSQL over a connection of its own. */
  check_timeout_ms: 8_000,
  /** How often silent queries are looked for. */
  check_interval_ms: 1_000,
  /** A pooled connection that received data within this time is used without a test. */
  trust_ms: 1_000,
  /** Limit of the test query of any other pooled connection. */
  test_timeout_ms: 2_000,
  /** How long a caller waits for a connection while all are in use. */
  acquire_ms: 15_000,
  /** Shortest interval between evictions of read-only sessions. */
  evict_ms: 1_000,
}

/** The intervals and limits of the watch, ms. */
export type ConnectionTimeouts = typeof CONNECTION_TIMEOUTS

/** A query or a connection attempt that waits for an answer. Times are those of `performance.now()`. */
interface PendingQuery {
  client: WatchedClient
  /** When data was last received for it, or when it began. */
  since: number
  /** Bytes received when `since` was taken. */
  bytes: number
  /** A check found no backend at work on it; unless data arrives, the next check closes the connection. */
  isSuspect: boolean
}

/** What the watch knows of the connections. Times are those of `performance.now()`, -∞ for never. */
interface WatchState {
  timeouts: ConnectionTimeouts
  pending: Set<PendingQuery>
  /** When data was last received over a connection. */
  received_at: WeakMap<WatchedClient, number>
  /** When data was last received over any connection. */
  last_received_at: number
  /** Connections that last received data before this time are not used any more. */
  doubted_until: number
  /** When the last check began that PostgreSQL answered. */
  answered_at: number
  /** Whether PostgreSQL cannot be reached. */
  isAway: boolean
  /** Number of checks in progress. */
  checks: number
}

const bytesRead = ({ connection }: WatchedClient): number => connection?.stream?.bytesRead ?? 0

/**
 * Detects connections to PostgreSQL that break without notice: the operating system would wait a quarter of an hour,
 * and a limit for queries would end long ones. A query that has received nothing for seconds is checked over another
 * connection: if that gets no answer, or no backend works on the query, its connection is destroyed and the query
 * fails. While PostgreSQL is away, checks continue and nobody waits for an answer that cannot come.
 */
export function watchConnections(url: string, timeouts: ConnectionTimeouts) {
  const never = Number.NEGATIVE_INFINITY
  const state: WatchState = {
    timeouts,
    pending: new Set(),
    received_at: new WeakMap(),
    last_received_at: never,
    doubted_until: never,
    answered_at: never,
    isAway: false,
    checks: 0,
  }
  const timer = setInterval(() => void checkSilentQueries(state, url), timeouts.check_interval_ms).unref()
  return {
    /** Watches a query or a connection attempt until it settles. */
    async during<T>(client: WatchedClient, work: () => Promise<T>): Promise<T> {
      const query = { client, since: performance.now(), bytes: bytesRead(client), isSuspect: false }
      state.pending.add(query)
      try {
        return await work()
      } finally {
        state.pending.delete(query)
        if (bytesRead(client) !== query.bytes) recordResponse(state, client)
      }
    },
    /** Returns whether a pooled connection may be used; one that has been silent for a moment is tested first. */
    isUsable: (client: WatchedClient) => isUsable(state, client),
    isAway: () => state.isAway,
    /** Returns whether PostgreSQL has answered a check that began after a `performance.now()`. */
    hasAnsweredSince: (time: number) => state.answered_at > time,
    stop: () => clearInterval(timer),
  }
}

/** Records that data has been received over a connection now. */
function recordResponse(state: WatchState, client: WatchedClient): void {
  state.last_received_at = performance.now()
  state.received_at.set(client, state.last_received_at)
}

/**
 * Returns whether a connection works: without a test when it has answered lately, else by a query. A connection that
 * does not answer casts doubt on all that have not answered since.
 */
async function isUsable(state: WatchState, client: WatchedClient): Promise<boolean> {
  const { trust_ms, test_timeout_ms } = state.timeouts
  const began = performance.now()
  const received_at = state.received_at.get(client) ?? began
  if (received_at < state.doubted_until) return false
  if (began - received_at < trust_ms) return true
  const tested = client.query('select 1').then(
    () => true,
    () => false,
  )
  const late = wait(test_timeout_ms, null, { ref: false })
  // When this thread was blocked, data that has arrived meanwhile is read first.
  const hasAnswered =
    (await Promise.race([tested, late])) ?? (await Promise.race([tested, falseAfterPendingReads()]))
  if (hasAnswered) recordResponse(state, client)
  else state.doubted_until = Math.max(state.doubted_until, began)
  return hasAnswered
}

/** Resolves with false when the event loop has read what has arrived. */
const falseAfterPendingReads = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))

/** Checks the connections of queries that have been silent for too long, and destroys those that are lost. */
async function checkSilentQueries(state: WatchState, url: string): Promise<void> {
  const { silent_ms, check_interval_ms, check_timeout_ms } = state.timeouts
  const wasAway = state.isAway
  const silent = [...state.pending].filter((query) =>
    isSilent(query, wasAway ? check_interval_ms : silent_ms),
  )
  // While PostgreSQL is away, checks overlap, so that none waits for one that began before the network recovered.
  if (!wasAway && (state.checks > 0 || silent.length === 0)) return
  state.checks += 1
  const began = performance.now()
  const clients = silent.map(({ client }) => client)
  const status = await checkBackends(url, clients, check_timeout_ms)
  state.checks -= 1
  recordStatus(state, status, began)
  // When this thread was blocked, and not the network, data that has arrived meanwhile is read first.
  await wait(check_interval_ms, undefined, { ref: false })
  for (const query of silent) {
    const isStillSilent = state.pending.has(query) && bytesRead(query.client) === query.bytes
    if (!isStillSilent || !isConnectionLost(query, status, wasAway)) continue
    state.doubted_until = Math.max(state.doubted_until, query.since)
    destroyConnection(query.client)
  }
}

/**
 * Records the result of a check. PostgreSQL counts as away only if no later check and no query was answered meanwhile.
 */
function recordStatus(state: WatchState, status: BackendStatus, began: number): void {
  if (status !== 'unreachable') {
    state.answered_at = Math.max(state.answered_at, began)
    state.isAway = false
  } else if (state.answered_at < began && state.last_received_at < began) {
    state.doubted_until = Math.max(state.doubted_until, began)
    state.isAway = true
  }
}

/** Returns whether a query has received nothing for `silent_ms`; newly received data restarts the time. */
function isSilent(query: PendingQuery, silent_ms: number): boolean {
  const bytes = bytesRead(query.client)
  const now = performance.now()
  if (bytes !== query.bytes) Object.assign(query, { bytes, since: now, isSuspect: false })
  return now - query.since >= silent_ms
}

/**
 * Returns whether a connection is lost. Two checks in a row must find no backend at work, since the answer may be in
 * transit; one suffices if PostgreSQL has been away meanwhile.
 */
function isConnectionLost(query: PendingQuery, status: BackendStatus, wasAway: boolean): boolean {
  if (typeof status === 'string') return status === 'unreachable'
  const isExecuting = status.has(query.client.processID ?? 0)
  const isCertain = (query.isSuspect || wasAway) && !isExecuting
  query.isSuspect = !isExecuting
  return isCertain
}
