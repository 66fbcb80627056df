import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { job, jobState } from './jobs.ts'
import { id, noInput, noOutput, optionalText, pagedInput, pageOf, time } from './shapes.ts'

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

/** Somebody in a project. */
const projectPerson = z.object({ user_id: id, nick_name: z.string(), account: z.string() })

/** One part of the installation and whether it is set up. */
const systemPart = z.object({
  id: z.enum(['model', 'database', 'mail', 'sms', 'sso', 'public_url']),
  name: z.string(),
  ready: z.boolean(),
  /** What is in use, or what to do to set it up. */
  note: z.string(),
})

/** Whom a rule speaks of; an empty list is everybody. */
const menuRule = z.object({
  roles: z.array(z.enum(['public', 'user', 'operator'])).max(3),
  organizations: z.array(z.string().trim().min(1).max(200)).max(100),
})

/** One entry of the menu and for whom it is stopped. */
const menuEntry = z.object({
  path: z.string(),
  name: z.string(),
  icon: z.string(),
  /** For whom; empty: it is open. */
  stopped: z.array(menuRule),
  /** An operator needs it to open what was stopped: it stays open to operators. */
  needed: z.boolean(),
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
  unownedProjects: {
    method: 'GET',
    path: '/api/admin/projects',
    access: 'operator',
    summary: 'Projects none of whose owners can log in any more, the last changed first',
    input: pagedInput({}),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        owners: z.array(projectPerson),
        /** Members who can log in, the highest rank first; some of them where there are many. */
        members: z.array(projectPerson),
      }),
    ),
    extra: true,
  },
  handOverProject: {
    method: 'POST',
    path: '/api/admin/projects',
    access: 'operator',
    summary: 'Makes somebody the owner of a project none of whose owners can log in; those become managers',
    input: z.object({ project_id: id, user_id: id }),
    output: noOutput,
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
    output: noOutput,
    extra: true,
  },
  system: {
    method: 'GET',
    path: '/api/admin/system',
    access: 'operator',
    summary: 'What is set up and what is missing',
    input: noInput,
    output: z.object({ version: z.string(), started_at: time, parts: z.array(systemPart) }),
    extra: true,
  },
  menus: {
    method: 'GET',
    path: '/api/admin/menus',
    access: 'operator',
    summary: 'The menu, and which of it is stopped for whom',
    input: noInput,
    output: z.object({
      /** The last one, without a name, holds stopped paths that stand in no menu. */
      groups: z.array(z.object({ name: z.string(), icon: z.string(), children: z.array(menuEntry) })),
      /** An operator has changed it: the rules of config/menus.json no longer count. */
      overridden: z.boolean(),
    }),
    extra: true,
  },
  setMenus: {
    method: 'PUT',
    path: '/api/admin/menus',
    access: 'operator',
    summary: "Stops paths for a role or an organisation; the whole set. Null returns to the file's rules",
    input: z.object({
      stopped: z
        .array(
          menuRule.extend({
            path: z
              .string()
              .trim()
              .regex(/^\/[\w/-]{1,99}$/, '应是以 / 开头的路径'),
          }),
        )
        .max(200)
        .nullable(),
    }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
