import type { z } from 'zod'
import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

/** What a running job may use beside the usual. */
export interface JobContext extends BaseContext {
  job: {
    id: string
    owner_id: string | null
    /** Aborted when somebody cancels the job, or another process has taken it over. */
    signal: AbortSignal
    /** Tells the watchers how far it is: 0–1 and what is being done, in Chinese. */
    report: (progress: number, note?: string) => Promise<void>
  }
}

/** Work done after the reply. `run` may be called twice for one payload, so it must be repeatable. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string
  /** What people read, in Chinese. */
  title: string
  payload: Payload
  /**
   * How often it is begun before it goes to the dead letters (state `failed`). What fails three times goes there too,
   * however often it may be begun: only a process that dies takes more.
   */
  attempts: number
  /** Somebody waits for it and it takes a moment: it has lanes of its own, so that no long job is ever in front of it. */
  is_short?: true
  /** Of all such jobs one owner has one running at a time; the others wait. */
  one_by_one?: true
  /** The payload holds something that must not stay: emptied when the job ends. */
  secret?: true
  run: (ctx: JobContext, payload: z.output<Payload>) => Promise<void>
  /** For work that has a state of its own: what to write down when it ended unfinished, together with the job's end. */
  ended?: (ctx: BaseContext, payload: z.output<Payload>, end: UnfinishedEnd) => Promise<void>
  /** Runs once that is committed: files are removed here. */
  afterEnd?: (ctx: BaseContext, payload: z.output<Payload>) => Promise<void>
}

/** How a job ended that did not do its work, and why. */
export interface UnfinishedEnd {
  state: 'failed' | 'cancelled'
  reason: string
}

/** What has to be known of a job to put it on the queue. */
type JobDescription<Payload extends z.ZodType> = Pick<Job<Payload>, 'name' | 'title' | 'payload'>

interface EnqueueOptions {
  /** Whose job it is; that person may watch and cancel it. */
  owner_id?: string
  /** While a job with this key waits or runs, the same key joins it. */
  unique_key?: string
}

/**
 * Puts a job on the queue, to run once the current work is saved, and answers its id.
 *
 * The queue is a table in the same database: inside `transact` the job is part of the transaction,
 * and if that rolls back, the job never existed.
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
  return jobs.insertOrJoin(ctx.db, row)
}
