import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

const HOUR_MS = 3_600_000
/** Longer than a server rests: a clock that is so far ahead is probably wrong. */
const LEAP_MS = 366 * 24 * HOUR_MS
/** So long the new time has to have gone on by itself before it is believed. */
const BELIEVED_MS = 24 * HOUR_MS

/**
 * Whether the clock has leapt: the job of this name, which runs every hour, last ended more than a year ago, and since
 * then only within the last day. What a time would delete for good waits until it is believed.
 */
export async function hasLeapt(ctx: BaseContext, name: string): Promise<boolean> {
  const now = ctx.now()
  const ages = (await jobs.endsOf(ctx.db, name, now.toISOString())).map(
    (end) => now.getTime() - Date.parse(end),
  )
  return ages.some((age) => age > LEAP_MS) && !ages.some((age) => age >= BELIEVED_MS && age <= LEAP_MS)
}
