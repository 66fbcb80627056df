import { type BaseContext, transact } from '../context/context.ts'
import * as jobs from './job.store.ts'
import type { Job, JobContext, UnfinishedEnd } from './queue.ts'

/**
 * A job that has failed this often will not succeed by being retried. `row.failures` counts only the runs that threw;
 * `row.attempts` counts every claim, this one included, and so also the runs in which the process died.
 */
const MAX_FAILURES = 3
const FIRST_PAUSE_MS = 10_000
const PAUSE_GROWTH = 6
/** The longest pause before a retry, ms: 10 s · 6^(MAX_FAILURES − 2). */
export const MAX_PAUSE_MS = FIRST_PAUSE_MS * PAUSE_GROWTH ** (MAX_FAILURES - 2)

/** Abort reason of a job that a person cancelled. */
export const CANCEL_REASON = 'cancelled'
/** Abort reason of a job that was handed back to the queue because the process stops. */
export const STOP_REASON = 'stopped'

/** A job that this process has claimed. */
export interface ClaimedJob {
  row: jobs.JobRow
  /** The description of the job; undefined when this version knows none of its name. */
  job: Job | undefined
  /** The lease under which the row was claimed; when it is lost, nothing is recorded any more. */
  lease: string
}

/**
 * Runs a claimed job once and records its end: done, cancelled, requeued after a growing pause, or failed for good when
 * its attempts are used up or it has failed `MAX_FAILURES` times.
 *
 * @param signal aborted with `CANCEL_REASON` or, when the job is in the queue again, with `STOP_REASON`: then nothing is
 *   recorded. An error of the job is recorded too; only one of recording is thrown.
 */
export async function runAttempt(ctx: BaseContext, claimed: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { row, job } = claimed
  const log = ctx.log.child({ job: row.name, job_id: row.id, attempt: row.attempts })
  try {
    if (!job) throw new Error(`no job is called ${row.name}`)
    if (row.attempts > job.attempts) throw new Error('the process died in every attempt')
    if (row.cancel_requested) throw new Error('cancelled before it began')
    await job.run(jobContext(ctx, claimed, signal), job.payload.parse(parseJson(row.payload)))
    await finishJob(ctx, claimed, { state: 'done', progress: 1, error: null })
  } catch (error) {
    if (signal.reason === STOP_REASON) return
    const isCancelled = row.cancel_requested === 1 || signal.reason === CANCEL_REASON
    if (isCancelled) return endUnfinished(ctx, claimed, { state: 'cancelled', reason: '已取消' })
    log.warn({ err: error }, 'a job attempt failed')
    await retryOrFail(ctx, claimed, error)
  }
}

function jobContext(ctx: BaseContext, { row, lease }: ClaimedJob, signal: AbortSignal): JobContext {
  const report = async (progress: number, note: string | null = null) => {
    await jobs.updateHeldJob(ctx.db, lease, { progress, note })
  }
  return { ...ctx, job: { id: row.id, owner_id: row.owner_id, signal, report } }
}

/** Ends a job while its lease still holds it; returns whether it did. */
async function finishJob(
  ctx: BaseContext,
  { job, lease }: ClaimedJob,
  change: Partial<jobs.JobRow>,
): Promise<boolean> {
  const withoutSecret = job?.secret ? { payload: '{}' } : {}
  return jobs.updateHeldJob(ctx.db, lease, {
    ...change,
    ...withoutSecret,
    finished_at: ctx.now().toISOString(),
  })
}

/** Returns the value of a stored payload; undefined, which no job accepts, for one that is damaged. */
function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** Ends a job that did not do its work, together with the state of what it worked on. */
async function endUnfinished(
  ctx: BaseContext,
  claimed: ClaimedJob,
  { state, reason }: UnfinishedEnd,
): Promise<void> {
  const { row, job } = claimed
  const payload = job?.payload.safeParse(parseJson(row.payload))
  const hasEnded = await transact(ctx, async (ctx) => {
    const error = state === 'failed' ? { error: reason, failures: row.failures + 1 } : {}
    if (!(await finishJob(ctx, claimed, { state, ...error }))) return false
    if (payload?.success) await job?.ended?.(ctx, payload.data, { state, reason })
    return true
  })
  if (hasEnded && payload?.success) await job?.afterEnd?.(ctx, payload.data)
}

/** Requeues a job after a pause of 10 s · 6^(failures − 1), or ends it as failed. */
async function retryOrFail(ctx: BaseContext, claimed: ClaimedJob, error: unknown): Promise<void> {
  const { row, job, lease } = claimed
  const message = error instanceof Error ? error.message : String(error)
  const failures = row.failures + 1
  if (!job || failures >= MAX_FAILURES || row.attempts >= job.attempts)
    return endUnfinished(ctx, claimed, { state: 'failed', reason: message })
  const pause_ms = FIRST_PAUSE_MS * PAUSE_GROWTH ** (failures - 1)
  const run_at = new Date(ctx.now().getTime() + pause_ms).toISOString()
  await jobs.updateHeldJob(ctx.db, lease, {
    state: 'queued',
    lease: null,
    lease_until: null,
    error: message,
    failures,
    run_at,
  })
}
