import { type BaseContext, transact } from '../context/context.ts'
import * as jobs from './job.store.ts'
import type { Job, JobContext, UnfinishedEnd } from './queue.ts'

/** A job that has failed this often will not succeed by being retried. */
const MAX_FAILURES = 3
const FIRST_PAUSE_MS = 10_000
const PAUSE_GROWTH = 6
/** The longest pause before a retry, ms: 10 s · 6^(MAX_FAILURES − 2). */
export const MAX_PAUSE_MS = FIRST_PAUSE_MS * PAUSE_GROWTH ** (MAX_FAILURES - 2)

/**
 * Runs a claimed job once and records its end: done, cancelled, requeued after a growing pause, or failed for good when
 * its attempts are used up or it has failed `MAX_FAILURES` times.
 */
export async function runAttempt(
  ctx: BaseContext,
  job: Job | undefined,
  row: jobs.JobRow,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const log = ctx.log.child({ job: row.name, job_id: row.id, attempt: row.attempts })
  try {
    if (!job) throw new Error(`no job is called ${row.name}`)
    if (row.attempts > job.attempts) throw new Error('the process died in every attempt')
    if (row.cancel_requested) throw new Error('cancelled before it began')
    await job.run(jobContext(ctx, row, lease, signal), job.payload.parse(JSON.parse(row.payload)))
    await finishJob(ctx, lease, job, { state: 'done', progress: 1, error: null })
  } catch (error) {
    const cancelled = row.cancel_requested === 1 || signal.reason === 'cancelled'
    if (cancelled) return endUnfinished(ctx, lease, job, row, { state: 'cancelled', reason: '已取消' })
    log.warn({ err: error }, 'a job attempt failed')
    await failJob(ctx, lease, job, row, error)
  }
}

function jobContext(ctx: BaseContext, row: jobs.JobRow, lease: string, signal: AbortSignal): JobContext {
  const report = async (progress: number, note: string | null = null) => {
    await jobs.updateIfHeld(ctx.db, lease, { progress, note })
  }
  return { ...ctx, job: { id: row.id, owner_id: row.owner_id, signal, report } }
}

async function finishJob(
  ctx: BaseContext,
  lease: string,
  job: Job | undefined,
  change: Partial<jobs.JobRow>,
): Promise<boolean> {
  const forget = job?.secret ? { payload: '{}' } : {}
  return jobs.updateIfHeld(ctx.db, lease, { ...change, ...forget, finished_at: ctx.now().toISOString() })
}

/** Ends a job that did not do its work, together with the state of what it worked on. */
async function endUnfinished(
  ctx: BaseContext,
  lease: string,
  job: Job | undefined,
  row: jobs.JobRow,
  { state, reason }: UnfinishedEnd,
): Promise<void> {
  const payload = job?.payload.safeParse(JSON.parse(row.payload))
  const hasEnded = await transact(ctx, async (ctx) => {
    const error = state === 'failed' ? { error: reason, failures: row.failures + 1 } : {}
    if (!(await finishJob(ctx, lease, job, { state, ...error }))) return false
    if (payload?.success) await job?.ended?.(ctx, payload.data, { state, reason })
    return true
  })
  if (hasEnded && payload?.success) await job?.afterEnd?.(ctx, payload.data)
}

async function failJob(
  ctx: BaseContext,
  lease: string,
  job: Job | undefined,
  row: jobs.JobRow,
  error: unknown,
) {
  const message = error instanceof Error ? error.message : String(error)
  const failures = row.failures + 1
  if (!job || failures >= MAX_FAILURES || row.attempts >= job.attempts)
    return endUnfinished(ctx, lease, job, row, { state: 'failed', reason: message })
  const pause = FIRST_PAUSE_MS * PAUSE_GROWTH ** (failures - 1)
  const run_at = new Date(ctx.now().getTime() + pause).toISOString()
  await jobs.updateIfHeld(ctx.db, lease, {
    state: 'queued',
    lease: null,
    lease_until: null,
    error: message,
    failures,
    run_at,
  })
}
