import type { FastifyRequest } from 'fastify'
import { networkKey } from '../foundation/addresses.ts'
import { AppError } from '../foundation/errors.ts'
import { type Counters, createMemoryCounters } from '../providers/counters.ts'

/** Calls per minute and account. */
const MAX_CALLS_PER_ACCOUNT = 600
/** Calls per minute and address; a whole campus may share one address. */
const MAX_CALLS_PER_ADDRESS = 6_000
/** Pages outside `/api` per minute and address. */
const MAX_PAGES_PER_ADDRESS = 1_200
const WINDOW_MS = 60_000

/** The rate limits of calls and pages. */
export interface RequestLimits {
  /**
   * Counts a call for its address, and for its account if there is one.
   *
   * @throws AppError `request.too_many` with the seconds to wait.
   */
  check: (request: FastifyRequest, account_id: string | null) => void
  /**
   * Counts a page outside `/api`.
   *
   * @throws AppError `request.too_many` with the seconds to wait.
   */
  checkPage: (request: FastifyRequest) => void
}

/**
 * Creates the limits of requests per minute, by account and by address. `scale` multiplies them (load tests).
 * Synchronous, because it runs twice with every request.
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
 * Creates a fixed-window limit of `max_requests` per key and minute; `now` is a monotonic time in milliseconds. The
 * first request of a window always passes.
 *
 * @param name namespace of the counts in shared counters.
 * @throws AppError `request.too_many` with the seconds to wait.
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
