import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, time } from './shapes.ts'

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

/** Long work the caller started. */
export const job = z.object({
  id,
  name: z.string(),
  /** What it does, in Chinese. */
  title: z.string(),
  state: jobState,
  /** 0–1. */
  progress: z.number().min(0).max(1),
  /** What is being done, in Chinese. */
  note: z.string().nullable(),
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

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
