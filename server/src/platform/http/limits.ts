import type { FastifyRequest } from 'fastify'
import { AppError } from '../foundation/errors.ts'
import { networkKey } from '../foundation/network.ts'
import { type Counters, createMemoryCounters } from '../providers/counters.ts'

const MAX_CALLS_PER_ACCOUNT = 600
/** A campus is one address. */
const MAX_CALLS_PER_ADDRESS = 6_000
const MAX_PAGES_PER_ADDRESS = 1_200
const WINDOW_MS = 60_000

export interface RequestLimits {
  /** @throws AppError `request.too_many` with the seconds to wait. */
  check: (request: FastifyRequest, account_id: string | null) => void
  /** Counts a page outside `/api`. @throws AppError `request.too_many` with the seconds to wait. */
  checkPage: (request: FastifyRequest) => void
}

/**
 * Requests a minute, per account and per address. `scale` widens both (load tests). Ours and synchronous, because it
 * runs twice with every request.
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
 * Counts one key's requests a minute; times are milliseconds that never go back. The first one always passes.
 *
 * @param name whose counts these are, where others count with the same counters.
 * @throws AppError `request.too_many` with the seconds to wait.
 */
export function createFixedWindow(
  most: number,
  counters: Counters = createMemoryCounters(),
  name = '',
): (key: string, now: number) => void {
  const count = counters(name, WINDOW_MS)
  return (key, now) => {
    const window = count(key, now)
    if (window.count > Math.max(1, most))
      throw new AppError('request.too_many', { retry_after: Math.ceil((window.ends_at - now) / 1000) })
  }
}
