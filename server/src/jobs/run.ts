import type { BaseContext } from '../context.ts'
import * as jobs from './job.store.ts'
import type { Job, JobContext } from './queue.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * Runs a claimed job once and writes down how it ended: done, cancelled, queued again with a growing
 * pause, or failed for good when its attempts are used up.
 */
export async function attempt(
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
    await finish(ctx, lease, job, { state: 'done', progress: 1, error: null })
  } catch (error) {
    const cancelled = row.cancel_requested === 1 || signal.reason === 'cancelled'
    if (cancelled) return finish(ctx, lease, job, { state: 'cancelled' })
    log.warn({ err: error }, 'a job attempt failed')
    await fail(ctx, lease, job, row, error)
  }
}

function jobContext(ctx: BaseContext, row: jobs.JobRow, lease: string, signal: AbortSignal): JobContext {
  const report = async (progress: number, note: string | null = null) => {
    await jobs.whileHeld(ctx.db, lease, { progress, note })
  }
  return { ...ctx, job: { id: row.id, owner_id: row.owner_id, signal, report } }
}

async function finish(ctx: BaseContext, lease: string, job: Job | undefined, change: Partial<jobs.JobRow>) {
  const forget = job?.secret ? { payload: '{}' } : {}
  await jobs.whileHeld(ctx.db, lease, { ...change, ...forget, finished_at: ctx.now().toISOString() })
}

async function fail(ctx: BaseContext, lease: string, job: Job | undefined, row: jobs.JobRow, error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  if (!job || row.attempts >= job.attempts)
    return finish(ctx, lease, job, { state: 'failed', error: message })
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (row.attempts - 1), LONGEST_PAUSE_MS)
  const run_at = new Date(ctx.now().getTime() + pause).toISOString()
  await jobs.whileHeld(ctx.db, lease, {
    state: 'queued',
    lease: null,
    lease_until: null,
    error: message,
    run_at,
  })
}
