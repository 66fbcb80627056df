import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const PER_ACCOUNT = 600
/** A campus is one address. */
const PER_ADDRESS = 6_000
const WINDOW_MS = 60_000

export interface Limits {
  /** @throws AppError `request.too_many` with the seconds to wait. */
  check: (request: FastifyRequest, account_id: string | null) => Promise<void>
}

/** Requests a minute, per account and per address. `scale` widens both (load tests). */
export async function createLimits(app: FastifyInstance, scale: number): Promise<Limits> {
  await app.register(rateLimit, { global: false })
  const accounts = new WeakMap<FastifyRequest, string>()
  const perAccount = app.createRateLimit({
    max: PER_ACCOUNT * scale,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `account:${accounts.get(request)}`,
  })
  const perAddress = app.createRateLimit({
    max: PER_ADDRESS * scale,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `address:${request.ip}`,
  })
  return {
    async check(request, account_id) {
      if (account_id) accounts.set(request, account_id)
      const verdicts = [await perAddress(request), ...(account_id ? [await perAccount(request)] : [])]
      for (const verdict of verdicts)
        if (!verdict.isAllowed && verdict.isExceeded)
          throw new AppError('request.too_many', { retry_after: verdict.ttlInSeconds })
    },
  }
}
