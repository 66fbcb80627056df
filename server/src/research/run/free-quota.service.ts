import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as runs from './run.store.ts'

/** Number of free research runs of a user in a day. */
const MAX_FREE_PER_DAY = 10
const DAY_MS = 24 * 60 * 60_000
/** China's time is eight hours ahead of UTC throughout the year. */
const CHINA_OFFSET_MS = 8 * 60 * 60_000

type QuotaContext = Pick<Context, 'db' | 'now' | 'actor'>

/** Returns the quota of free research runs for the present day in China's time zone. */
export async function getFreeCount(ctx: QuotaContext): Promise<OutputOf<typeof api.chat.freeCount>> {
  const begin = new Date(
    Math.floor((ctx.now().getTime() + CHINA_OFFSET_MS) / DAY_MS) * DAY_MS - CHINA_OFFSET_MS,
  )
  const resets_at = new Date(begin.getTime() + DAY_MS).toISOString()
  const used = await runs.countFree(ctx.db, ctx.actor.id, { since: begin.toISOString(), until: resets_at })
  return { limit: MAX_FREE_PER_DAY, used, left: Math.max(0, MAX_FREE_PER_DAY - used), resets_at }
}

/**
 * Requires a free research for today.
 *
 * @throws AppError `research.no_free_count`.
 */
export async function requireFreeQuota(ctx: QuotaContext): Promise<void> {
  const { left, limit } = await getFreeCount(ctx)
  if (left === 0) throw new AppError('research.no_free_count', { limit })
}

/**
 * Reserves a free research of today for a run; a run that already has one keeps it. Must run inside a transaction.
 *
 * @throws AppError `research.no_free_count`.
 */
export async function reserveFreeQuota(ctx: QuotaContext, run_id: string): Promise<void> {
  const row = await runs.findById(ctx.db, run_id)
  if (row?.free !== 'none') return
  await requireFreeQuota(ctx)
  await runs.update(ctx.db, run_id, { free: 'reserved', reserved_at: ctx.now().toISOString() })
}
