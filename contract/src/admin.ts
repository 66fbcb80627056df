import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { job, jobState } from './jobs.ts'
import { emptyAsAbsent, id, noInput, noOutput, optionalText, pagedInput, pageOf, time } from './shapes.ts'

/** An account as an operator sees it. */
const account = z.object({
  id,
  account: z.string(),
  nick_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string().nullable(),
  is_admin: z.boolean(),
  /** Whether the account may check batches of manuscripts (核对员). */
  is_checker: z.boolean(),
  status: z.enum(['active', 'disabled']),
  created_at: time,
  last_seen_at: time.nullable(),
})

/** A person in a project. */
const projectPerson = z.object({ user_id: id, nick_name: z.string(), account: z.string() })

/** A part of the installation and whether it is set up. */
const systemPart = z.object({
  id: z.enum(['model', 'database', 'mail', 'sms', 'sso', 'public_url']),
  name: z.string(),
  ready: z.boolean(),
  /** The current setting, or how to set the part up. */
  note: z.string(),
})

/** The people a rule applies to; an empty list means everybody. */
const menuRule = z.object({
  roles: z.array(z.enum(['public', 'user', 'operator'])).max(3),
  organizations: z.array(z.string().trim().min(1).max(200)).max(100),
})

/** An entry of the menu and the people for whom it is stopped. */
const menuEntry = z.object({
  path: z.string(),
  name: z.string(),
  icon: z.string(),
  /** The rules that stop the entry; it is open where the list is empty. */
  stopped: z.array(menuRule),
  /** Operators need the entry to reopen stopped entries, so it stays open to them. */
  needed: z.boolean(),
})

/**
 * Calls of operators about accounts, projects, jobs, the system and the menu. For the flags of a call see `Endpoint`.
 */
export const adminApi = {
  users: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'operator',
    summary: 'All accounts, newest first',
    input: pagedInput({
      keyword: optionalText(64),
      status: emptyAsAbsent(z.enum(['active', 'disabled']).optional()),
    }),
    output: pageOf(account),
    extra: true,
  },
  setUser: {
    method: 'PUT',
    path: '/api/admin/users',
    access: 'operator',
    summary: 'Disables or enables an account, or gives it a role; disabling ends its sessions',
    input: z.object({
      user_id: id,
      status: z.enum(['active', 'disabled']).optional(),
      is_admin: z.boolean().optional(),
      is_checker: z.boolean().optional(),
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
        /** Members who can log in, highest rank first; only some of them in a large project. */
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
      state: emptyAsAbsent(jobState.optional()),
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
      /** The last group has no name and holds stopped paths that are in no menu. */
      groups: z.array(z.object({ name: z.string(), icon: z.string(), children: z.array(menuEntry) })),
      /** Whether an operator has changed the menu, so that the rules of config/menus.json no longer apply. */
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
