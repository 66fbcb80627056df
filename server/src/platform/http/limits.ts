import type { FastifyRequest } from 'fastify'
import { AppError } from '../foundation/errors.ts'
import { networkOf } from '../foundation/network.ts'
import { type Counters, memoryCounters } from '../providers/counters.ts'

const PER_ACCOUNT = 600
/** A campus is one address. */
const PER_ADDRESS = 6_000
const PAGES_PER_ADDRESS = 1_200
const WINDOW_MS = 60_000

export interface Limits {
  /** @throws AppError `request.too_many` with the seconds to wait. */
  check: (request: FastifyRequest, account_id: string | null) => void
  /** Counts a page outside `/api`. @throws AppError `request.too_many` with the seconds to wait. */
  checkPage: (request: FastifyRequest) => void
}

/**
 * Requests a minute, per account and per address. `scale` widens both (load tests). Ours and synchronous, because it
 * runs twice with every request.
 */
export function createLimits(scale: number, counters: Counters = memoryCounters()): Limits {
  const addresses = fixedWindow(PER_ADDRESS * scale, counters, 'address')
  const pages = fixedWindow(PAGES_PER_ADDRESS * scale, counters, 'page')
  const accounts = fixedWindow(PER_ACCOUNT * scale, counters, 'account')
  return {
    checkPage: (request) => pages(networkOf(request.ip), performance.now()),
    check(request, account_id) {
      const now = performance.now()
      addresses(networkOf(request.ip), now)
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
export function fixedWindow(
  most: number,
  counters: Counters = memoryCounters(),
  name = '',
): (key: string, now: number) => void {
  const count = counters(name, WINDOW_MS)
  return (key, now) => {
    const window = count(key, now)
    if (window.count > Math.max(1, most))
      throw new AppError('request.too_many', { retry_after: Math.ceil((window.ends_at - now) / 1000) })
  }
}
