import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

const HOUR_MS = 3_600_000
/** Longer than any server pauses, ms: a clock that is this far ahead is probably wrong. */
const MIN_LEAP_MS = 366 * 24 * HOUR_MS
/** How long the new time must have continued before it is trusted, ms. */
const CONFIRMATION_MS = 24 * HOUR_MS

/**
 * Returns whether the clock has leapt: the job `name`, which runs every hour, ended more than a year ago, and otherwise
 * only within the last day. Irreversible deletion by age waits until the new time is trusted.
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
