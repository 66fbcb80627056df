// Rate limits by fixed windows: the first request of a key opens a window of a minute, in which a number of requests
// passes; what comes beyond it is refused until the window ends. Counts are in memory, or in the database when several
// processes share them (`Counters`). A key is an account id or an address; an IPv6 address counts by its /64.
import type { FastifyRequest } from 'fastify'
import { networkKey } from '../foundation/addresses.ts'
import { AppError } from '../foundation/errors.ts'
import { type Counters, createMemoryCounters } from '../providers/counters.ts'

/** API calls per minute and account. */
const MAX_CALLS_PER_ACCOUNT = 600
/** API calls per minute and address; a whole campus may share one address. */
const MAX_CALLS_PER_ADDRESS = 6_000
/** Pages outside `/api` per minute and address. */
const MAX_PAGES_PER_ADDRESS = 1_200
/** Length of a window. */
const WINDOW_MS = 60_000

/**
 * The rate limits of one server. Both checks are synchronous, because each runs once for every request that it concerns,
 * before the body is read.
 */
export interface RequestLimits {
  /**
   * Counts an API call for its address, then for its account; `account_id` is null when nobody is logged in. Called
   * after the session was read, also for calls that are refused later. A call that its account may not make has
   * already counted for its address.
   *
   * @throws AppError `request.too_many` with `retry_after`, the seconds until the window ends.
   */
  check: (request: FastifyRequest, account_id: string | null) => void
  /**
   * Counts a page outside `/api` for its address only.
   *
   * @throws AppError `request.too_many` with `retry_after`, the seconds until the window ends.
   */
  checkPage: (request: FastifyRequest) => void
}

/**
 * Creates the rate limits of a server, once at its start.
 *
 * @param scale multiplies the limits (`RATE_LIMIT_SCALE`): 1 normally, more for load tests.
 */
export function createLimits(scale: number, counters: Counters = createMemoryCounters()): RequestLimits {
  const addresses = createFixedWindow(MAX_CALLS_PER_ADDRESS * scale, counters, 'address')
  const pages = createFixedWindow(MAX_PAGES_PER_ADDRESS * scale, counters, 'page')
  const accounts = createFixedWindow(MAX_CALLS_PER_ACCOUNT * scale, counters, 'account')
  return {
    checkPage: (request) => pages(networkKey(request.ip), performance.now()),
    check(request, account_id) {
      const now = performance.now()
      addresses(networkKey(request.ip), now)
      if (account_id) accounts(account_id, now)
    },
  }
}

/**
 * Creates a limit of `max_requests` per key and minute, and returns the function that counts a request. Its `now` is a
 * monotonic time in milliseconds (`performance.now()`). The first request of a window always passes, even when
 * `max_requests` is below 1. The returned function throws AppError `request.too_many` with `retry_after`, the seconds
 * until the window ends, rounded up.
 *
 * @param name separates the counts of this limit from those of others in the same `counters`.
 */
export function createFixedWindow(
  max_requests: number,
  counters: Counters = createMemoryCounters(),
  name = '',
): (key: string, now: number) => void {
  const count = counters(name, WINDOW_MS)
  return (key, now) => {
    const window = count(key, now)
    if (window.count > Math.max(1, max_requests))
      throw new AppError('request.too_many', { retry_after: Math.ceil((window.ends_at - now) / 1000) })
  }
}
