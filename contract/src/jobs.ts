import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, time } from './shapes.ts'

/** The states of a job. */
export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

/** A long-running task that the caller has started. */
export const job = z.object({
  id,
  name: z.string(),
  /** What the job does, in Chinese. */
  title: z.string(),
  state: jobState,
  /** The completed share, 0–1. */
  progress: z.number().min(0).max(1),
  /** The current activity, in Chinese. */
  note: z.string().nullable(),
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** Calls that follow and cancel the caller's jobs. For the flags of a call see `Endpoint`. */
export const jobsApi = {
  state: {
    method: 'GET',
    path: '/api/job/{job_id}',
    access: 'user',
    summary: 'How far a job of the caller is',
    input: z.object({ job_id: id }),
    output: job,
    extra: true,
  },
  watch: {
    method: 'GET',
    path: '/api/job/{job_id}/stream',
    access: 'user',
    summary: 'The same as an event stream: one event at every change, the last one at the end',
    input: z.object({ job_id: id }),
    output: job,
    reply: 'stream',
    extra: true,
  },
  cancel: {
    method: 'DELETE',
    path: '/api/job/{job_id}',
    access: 'user',
    summary: 'Stops a job of the caller; twice is harmless',
    input: z.object({ job_id: id }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
