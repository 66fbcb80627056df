import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

const HOUR_MS = 3_600_000
/** Longer than a server rests: a clock that is so far ahead is probably wrong. */
const MIN_LEAP_MS = 366 * 24 * HOUR_MS
/** So long the new time has to have gone on by itself before it is believed. */
const CONFIRMATION_MS = 24 * HOUR_MS

/**
 * Whether the clock has leapt: the job of this name, which runs every hour, last ended more than a year ago, and since
 * then only within the last day. What a time would delete for good waits until it is believed.
 */
export async function hasClockLeapt(ctx: BaseContext, name: string): Promise<boolean> {
  const now = ctx.now()
  const ages = (await jobs.listEndTimes(ctx.db, name, now.toISOString())).map(
    (end) => now.getTime() - Date.parse(end),
  )
  return (
    ages.some((age) => age > MIN_LEAP_MS) && !ages.some((age) => age >= CONFIRMATION_MS && age <= MIN_LEAP_MS)
  )
}
