import { type BaseContext, transact } from '../context/context.ts'
import { latestPlausible } from '../foundation/clock.ts'
import * as jobs from './job.store.ts'
import { enqueue, type Job } from './queue.ts'
import * as schedules from './schedule.store.ts'

/** A job that runs periodically, once for the whole installation. */
export interface Schedule {
  job: Job
  /** Between two starts, ms. */
  every_ms: number
}

/**
 * Enqueues every scheduled job that is due or whose time is implausible; of several processes one does it. While an
 * earlier one is queued or running, no second one is added.
 */
export async function enqueueDue(ctx: BaseContext, all: Schedule[]): Promise<void> {
  const now = ctx.now()
  const next = await schedules.listNextRuns(ctx.db)
  for (const { job, every_ms } of all) {
    const planned = next.get(job.name)
    if (planned && planned > now.toISOString() && planned <= latestPlausible(now, every_ms)) continue
    const next_run_at = new Date(now.getTime() + every_ms).toISOString()
    await transact(ctx, async (ctx) => {
      if (!(await schedules.advanceSchedule(ctx.db, job.name, planned, next_run_at))) return
      await enqueue(ctx, job, {}, { unique_key: `schedule:${job.name}` })
    })
  }
}

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
  const ends = await jobs.listEndTimes(ctx.db, name, now.toISOString())
  const ages_ms = ends.map((end) => now.getTime() - Date.parse(end))
  const endedLongAgo = ages_ms.some((age) => age > MIN_LEAP_MS)
  const endedBetween = ages_ms.some((age) => age >= CONFIRMATION_MS && age <= MIN_LEAP_MS)
  return endedLongAgo && !endedBetween
}
