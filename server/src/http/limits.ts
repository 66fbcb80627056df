import type { FastifyRequest } from 'fastify'
import { AppError } from '../foundation/errors.ts'

const PER_ACCOUNT = 600
/** A campus is one address. */
const PER_ADDRESS = 6_000
const WINDOW_MS = 60_000

export interface Limits {
  /** @throws AppError `request.too_many` with the seconds to wait. */
  check: (request: FastifyRequest, account_id: string | null) => void
}

/**
 * Requests a minute, per account and per address, counted by this process in fixed windows.
 * `scale` widens both (load tests). Ours and synchronous, because it runs twice with every request.
 */
export function createLimits(scale: number): Limits {
  const addresses = fixedWindow(PER_ADDRESS * scale)
  const accounts = fixedWindow(PER_ACCOUNT * scale)
  return {
    check(request, account_id) {
      const now = performance.now()
      addresses(request.ip, now)
      if (account_id) accounts(account_id, now)
    },
  }
}

interface Window {
  count: number
  ends_at: number
}

/**
 * Counts one key's requests a minute; times are milliseconds that never go back.
 *
 * @throws AppError `request.too_many` with the seconds to wait.
 */
export function fixedWindow(most: number): (key: string, now: number) => void {
  const windows = new Map<string, Window>()
  let sweep_at = 0

  return (key, now) => {
    if (now >= sweep_at) {
      forgetEnded(windows, now)
      sweep_at = now + WINDOW_MS
    }
    const window = windows.get(key)
    if (!window || window.ends_at <= now) {
      windows.set(key, { count: 1, ends_at: now + WINDOW_MS })
      return
    }
    window.count += 1
    if (window.count > most)
      throw new AppError('request.too_many', { retry_after: Math.ceil((window.ends_at - now) / 1000) })
  }
}

function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { ends_at }] of windows) if (ends_at <= now) windows.delete(key)
}
