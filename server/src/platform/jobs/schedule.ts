import { type BaseContext, transact } from '../context/context.ts'
import { latestPlausible } from '../foundation/clock.ts'
import { enqueue, type Job } from './queue.ts'
import * as plans from './schedule.store.ts'

/** A job that runs periodically, once for the whole installation. */
export interface Schedule {
  job: Job
  every_ms: number
}

/** Enqueues every scheduled job that is due or whose time is implausible; of several processes one does it. */
export async function enqueueDue(ctx: BaseContext, schedules: Schedule[]): Promise<void> {
  const now = ctx.now()
  const next = await plans.listNextRuns(ctx.db)
  for (const { job, every_ms } of schedules) {
    const planned = next.get(job.name)
    if (planned && planned > now.toISOString() && planned <= latestPlausible(now, every_ms)) continue
    const next_run_at = new Date(now.getTime() + every_ms).toISOString()
    await transact(ctx, async (ctx) => {
      if (!(await plans.advance(ctx.db, job.name, planned, next_run_at))) return
      await enqueue(ctx, job, {}, { unique_key: `schedule:${job.name}` })
    })
  }
}
