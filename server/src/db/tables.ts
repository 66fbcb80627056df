import type { Tables } from './schema.ts'

/** Every table, each after those it refers to. A table that is missing here does not compile. */
export const TABLES = [
  'installation',
  'users',
  'sessions',
  'verification_codes',
  'login_failures',
  'user_settings',
  'jobs',
  'job_schedules',
  'idempotency_keys',
  'sso_identities',
  'sso_states',
] as const satisfies (keyof Tables)[]

type Missing = Exclude<keyof Tables, (typeof TABLES)[number]>
const complete: Missing extends never ? true : Missing = true
void complete
