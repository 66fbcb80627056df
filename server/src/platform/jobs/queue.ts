import type { z } from 'zod'
import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

/** The context of a running job. */
export interface JobContext extends BaseContext {
  job: {
    id: string
    owner_id: string | null
    /** Aborted when the job is cancelled, when another process has taken it over, and when this process stops. */
    signal: AbortSignal
    /** Reports progress, 0–1, and the present step in Chinese. */
    report: (progress: number, note?: string) => Promise<void>
  }
}

/** Work done after the reply. `run` may be called twice for one payload, so it must be idempotent. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** Identifies it in the queue; never changed, since queued rows have it. */
  name: string
  /** The title that people read, in Chinese. */
  title: string
  payload: Payload
  /**
   * How often the job is begun before it becomes a dead letter (state `failed`). A job that fails three times becomes
   * one too, whatever this number: only deaths of the process use up more attempts.
   */
  attempts: number
  /** Somebody waits for the job and it takes a moment: it has a lane of its own, so no long job goes before it. */
  is_short?: true
  /** Each owner has one of all jobs with this flag running at a time; the others wait. */
  one_by_one?: true
  /** Nobody waits for the job: a process that stops hands it back at once, without time to end. */
  is_background?: true
  /** The payload holds a secret: it is emptied when the job ends. */
  secret?: true
  /** Does the work. An error counts as a failure, and the job is retried after a pause. */
  run: (ctx: JobContext, payload: z.output<Payload>) => Promise<void>
  /**
   * For work with a state of its own: records that the job ended without doing it, failed for good or cancelled, in the
   * transaction that ends the job. Not called when the job is done or will be retried.
   */
  ended?: (ctx: BaseContext, payload: z.output<Payload>, end: UnfinishedEnd) => Promise<void>
  /** Runs after that transaction is committed; files are removed here. An error is only logged. */
  afterEnd?: (ctx: BaseContext, payload: z.output<Payload>) => Promise<void>
}

/** How a job ended without doing its work, and why. */
export interface UnfinishedEnd {
  state: 'failed' | 'cancelled'
  /** In Chinese when the error was meant for people, otherwise the message of an unexpected error. */
  reason: string
}

/** The parts of a job that are needed to enqueue it. */
type JobDescription<Payload extends z.ZodType> = Pick<Job<Payload>, 'name' | 'title' | 'payload'>

interface EnqueueOptions {
  /** The owner, who may watch and cancel the job. */
  owner_id?: string
  /** While a job with this key is queued or running, enqueueing the same key returns that job. */
  unique_key?: string
}

/**
 * Puts a job on the queue, to run once the current work is committed, and returns its id. The queue is a table in the
 * same database: inside `transact` the job is part of the transaction, and after a rollback it never existed.
 *
 * @example await enqueue(ctx, parseDocument, { document_id })
 */
export async function enqueue<Payload extends z.ZodType>(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  job: JobDescription<Payload>,
  payload: z.input<Payload>,
  { owner_id, unique_key }: EnqueueOptions = {},
): Promise<string> {
  const now = ctx.now().toISOString()
  const row = {
    id: ctx.newId(),
    name: job.name,
    title: job.title,
    payload: JSON.stringify(job.payload.parse(payload)),
    owner_id: owner_id ?? null,
    unique_key: unique_key ?? null,
    run_at: now,
    created_at: now,
  }
  return jobs.insertOrFindJob(ctx.db, row)
}
