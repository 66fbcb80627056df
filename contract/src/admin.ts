import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { job, jobState } from './jobs.ts'
import { id, noInput, nothing, optionalText, pagedInput, pageOf, time } from './shapes.ts'

/** An account as the operator sees it. */
const account = z.object({
  id,
  account: z.string(),
  nick_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string().nullable(),
  is_admin: z.boolean(),
  status: z.enum(['active', 'disabled']),
  created_at: time,
  last_seen_at: time.nullable(),
})

/** One part of the installation and whether it is set up. */
const part = z.object({
  id: z.enum(['database', 'mail', 'sms', 'sso', 'public_url']),
  name: z.string(),
  ready: z.boolean(),
  /** What is in use, or what to do to set it up. */
  note: z.string(),
})

export const adminApi = {
  users: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'operator',
    summary: 'All accounts, newest first',
    input: pagedInput({
      keyword: optionalText(64),
      status: z.preprocess((value) => value || undefined, z.enum(['active', 'disabled']).optional()),
    }),
    output: pageOf(account),
    extra: true,
  },
  setUser: {
    method: 'PUT',
    path: '/api/admin/users',
    access: 'operator',
    summary: 'Disables or enables an account, or makes it an operator; disabling ends its sessions',
    input: z.object({
      user_id: id,
      status: z.enum(['active', 'disabled']).optional(),
      is_admin: z.boolean().optional(),
    }),
    output: account,
    extra: true,
  },
  jobs: {
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'operator',
    summary: 'The job queue, newest first',
    input: pagedInput({
      state: z.preprocess((value) => value || undefined, jobState.optional()),
    }),
    output: pageOf(job.extend({ attempts: z.number().int(), run_at: time })),
    extra: true,
  },
  setJob: {
    method: 'POST',
    path: '/api/admin/jobs',
    access: 'operator',
    summary: 'Runs a failed job again, or cancels one',
    input: z.object({ job_id: id, action: z.enum(['retry', 'cancel']) }),
    output: nothing,
    extra: true,
  },
  system: {
    method: 'GET',
    path: '/api/admin/system',
    access: 'operator',
    summary: 'What is set up and what is missing',
    input: noInput,
    output: z.object({ version: z.string(), started_at: time, parts: z.array(part) }),
    extra: true,
  },
} satisfies Endpoints
