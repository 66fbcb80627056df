import { setTimeout as wait } from 'node:timers/promises'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import type { StreamEvent } from '../foundation/replies.ts'
import * as jobs from './job.store.ts'

type Jobs = typeof api.jobs
type JobView = OutputOf<Jobs['state']>

/** Returns the public view of a job. */
function toJobView(row: jobs.JobRow): JobView {
  const { id, name, title, state, progress, note, error, created_at, finished_at } = row
  return { id, name, title, state, progress, note, error, created_at, finished_at }
}

/**
 * Returns a job of the caller. A job of somebody else is reported as missing.
 *
 * @throws AppError `job.not_found`.
 */
export async function requireOwnJob(ctx: Context, job_id: string): Promise<jobs.JobRow> {
  const row = await jobs.findJob(ctx.db, job_id)
  if (!row || row.owner_id !== ctx.actor.id) throw new AppError('job.not_found')
  return row
}

/**
 * Returns a job of the caller.
 *
 * @throws AppError `job.not_found`.
 */
export async function getJobState(ctx: Context, { job_id }: ParsedInputOf<Jobs['state']>) {
  return toJobView(await requireOwnJob(ctx, job_id))
}

/** How often a followed job is read, and so how late a change is seen at most. */
const POLL_INTERVAL_MS = 250
const FINAL_STATES = new Set<JobView['state']>(['done', 'failed', 'cancelled'])

/**
 * Streams one event at every change until the job ends. A reader that reconnects receives the present state.
 *
 * @throws AppError `job.not_found`.
 */
export async function watchJob(
  ctx: Context,
  { job_id }: ParsedInputOf<Jobs['watch']>,
): Promise<AsyncIterable<StreamEvent<JobView>>> {
  await requireOwnJob(ctx, job_id)
  return streamChanges(ctx, job_id)
}

/** Yields the state of a job whenever it changes, until it is final. */
async function* streamChanges(ctx: Context, job_id: string): AsyncGenerator<StreamEvent<JobView>> {
  let seq = ctx.stream.after
  /** The last state sent, as JSON. */
  let last = ''
  while (!ctx.stream.signal.aborted) {
    const job = toJobView(await requireOwnJob(ctx, job_id))
    const text = JSON.stringify(job)
    if (text !== last) {
      last = text
      seq += 1
      yield { seq, data: job }
    }
    if (FINAL_STATES.has(job.state)) return
    await wait(POLL_INTERVAL_MS)
  }
}

/**
 * Cancels a job of the caller; one that has ended stays as it is.
 *
 * @throws AppError `job.not_found`.
 */
export async function cancelJob(ctx: Context, { job_id }: ParsedInputOf<Jobs['cancel']>) {
  await requireOwnJob(ctx, job_id)
  await transact(ctx, (ctx) => jobs.requestCancel(ctx.db, job_id, ctx.now().toISOString()))
  return null
}

/** Lists the whole queue, for the operator. */
export async function listJobs(ctx: Context, filter: ParsedInputOf<typeof api.admin.jobs>) {
  const { list, total } = await jobs.listJobs(ctx.db, filter)
  const rows = list.map((row) => ({ ...toJobView(row), attempts: row.attempts, run_at: row.run_at }))
  return { list: rows, total, page_num: filter.page_num, page_size: filter.page_size }
}

/**
 * Retries or cancels a job, for the operator.
 *
 * @throws AppError `job.not_found`; `job.not_retryable` when it has not failed or been cancelled; `job.already_active`
 *   when a later job with the same unique key is queued or running.
 */
export async function setJob(ctx: Context, { job_id, action }: ParsedInputOf<typeof api.admin.setJob>) {
  try {
    return await transact(ctx, async (ctx) => {
      const now = ctx.now().toISOString()
      const row = await jobs.findJob(ctx.db, job_id)
      if (!row) throw new AppError('job.not_found')
      if (action === 'cancel') await jobs.requestCancel(ctx.db, job_id, now)
      else await retryJob(ctx, row, now)
      return null
    })
  } catch (error) {
    // Another job with the key was requeued at the same moment.
    throw isUniqueViolation(error) ? new AppError('job.already_active') : error
  }
}

/** PostgreSQL's SQLSTATE of a second row with a unique key; on SQLite one transaction follows the other. */
const UNIQUE_VIOLATION = '23505'
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

async function retryJob(ctx: Context, { id, state, unique_key }: jobs.JobRow, now: string): Promise<void> {
  const hasEnded = state === 'failed' || state === 'cancelled'
  if (hasEnded && unique_key !== null && (await jobs.isKeyActive(ctx.db, unique_key)))
    throw new AppError('job.already_active')
  if (!(await jobs.requeueEnded(ctx.db, id, now))) throw new AppError('job.not_retryable')
}

/** Deletes jobs that ended before `before` and returns their ids. */
export function removeEndedJobsBefore(ctx: BaseContext, before: string): Promise<string[]> {
  return jobs.removeJobsEndedBefore(ctx.db, before)
}

/** Metrics of the queue that all processes share: jobs by state, and how long the oldest due job has waited. */
export const jobGauges = (ctx: Pick<BaseContext, 'db' | 'now'>) => [
  {
    name: 'jobs',
    help: 'Jobs of the queue that all processes share',
    read: () => jobs.countJobsByState(ctx.db),
  },
  {
    name: 'jobs_oldest_due_seconds',
    help: 'How long the job has been due that waits the longest',
    read: async () => {
      const due = await jobs.findOldestDueTime(ctx.db)
      const waited = due ? (ctx.now().getTime() - Date.parse(due)) / 1_000 : 0
      return { queued: Math.max(0, waited) }
    },
  },
]
