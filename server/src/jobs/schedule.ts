import { type BaseContext, transact } from '../context/context.ts'
import type { Db } from '../db/schema.ts'
import { latest } from '../foundation/clock.ts'
import { enqueue, type Job } from './queue.ts'

/** A job that runs again and again, once for the whole installation. */
export interface Schedule {
  job: Job
  every_ms: number
}

/** Enqueues every scheduled job whose time has come, or cannot be right; of several processes one does it. */
export async function enqueueDue(ctx: BaseContext, schedules: Schedule[]): Promise<void> {
  const now = ctx.now()
  const rows = await ctx.db.selectFrom('job_schedules').selectAll().execute()
  const next = new Map(rows.map((row) => [row.name, row.next_run_at]))
  for (const { job, every_ms } of schedules) {
    const planned = next.get(job.name)
    if (planned && planned > now.toISOString() && planned <= latest(now, every_ms)) continue
    const next_run_at = new Date(now.getTime() + every_ms).toISOString()
    await transact(ctx, async (ctx) => {
      if (!(await advance(ctx.db, job.name, planned, next_run_at))) return
      await enqueue(ctx, job, {}, { unique_key: `schedule:${job.name}` })
    })
  }
}

/** Moves a schedule on; answers false when another process has done so. */
async function advance(
  db: Db,
  name: string,
  planned: string | undefined,
  next_run_at: string,
): Promise<boolean> {
  if (planned === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('job_schedules')
      .values({ name, next_run_at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('job_schedules')
    .set({ next_run_at })
    .where('name', '=', name)
    .where('next_run_at', '=', planned)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
