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
  'papers',
  'paper_keys',
  'paper_references',
  'paper_merges',
  'journals',
  'journal_ranks',
  'imports',
  'import_faults',
  'uploads',
  'paper_views',
  'not_interested',
  'search_logs',
  'preferences',
  'subscriptions',
  'subscription_mails',
  'datasets',
  'folders',
  'documents',
  'document_folders',
  'tags',
  'document_tags',
  'access_tokens',
  'mcp_servers',
  'mcp_choices',
  'mcp_calls',
  'tool_marks',
  'user_prompts',
] as const satisfies (keyof Tables)[]

type Missing = Exclude<keyof Tables, (typeof TABLES)[number]>
const complete: Missing extends never ? true : Missing = true
void complete
