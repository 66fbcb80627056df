import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as runs from './run.store.ts'

const RESEARCHES_A_DAY = 10
const DAY_MS = 24 * 60 * 60_000
const CHINA_MS = 8 * 60 * 60_000

type Counting = Pick<Context, 'db' | 'now' | 'actor'>

/** How many deep researches are left today; the day is that of China. */
export async function freeCount(ctx: Counting): Promise<OutputOf<typeof api.chat.freeCount>> {
  const begin = new Date(Math.floor((ctx.now().getTime() + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS)
  const resets_at = new Date(begin.getTime() + DAY_MS).toISOString()
  const used = await runs.countedOf(ctx.db, ctx.actor.id, { since: begin.toISOString(), until: resets_at })
  return { limit: RESEARCHES_A_DAY, used, left: Math.max(0, RESEARCHES_A_DAY - used), resets_at }
}

/** @throws AppError `research.no_free_count` where none is left today. */
export async function requireFree(ctx: Counting): Promise<void> {
  const { left, limit } = await freeCount(ctx)
  if (left === 0) throw new AppError('research.no_free_count', { limit })
}

/** Takes one of today's; a research that has one keeps it. Inside a transaction. @throws as `requireFree`. */
export async function reserveFree(ctx: Counting, run_id: string): Promise<void> {
  const row = await runs.byId(ctx.db, run_id)
  if (row?.free !== 'none') return
  await requireFree(ctx)
  await runs.update(ctx.db, run_id, { free: 'reserved', reserved_at: ctx.now().toISOString() })
}
