import type { Migration } from './migration.ts'

/** Accounts, sessions, settings, the job queue and the installation's own facts. */
export const accountsAndJobs: Migration = {
  name: '0001-accounts-and-jobs',
  statements: ({ text }) => [
    `create table users (
      id ${text} primary key, account ${text} not null, account_key ${text} not null unique,
      nick_name ${text} not null, avatar_url ${text}, email ${text} unique, phone ${text} unique,
      organization ${text}, subject_codes ${text} not null, password_hash ${text},
      is_admin integer not null, status ${text} not null, delete_at ${text},
      created_at ${text} not null, updated_at ${text} not null)`,
    `create table sessions (
      id ${text} primary key, token_hash ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      ip ${text} not null, user_agent ${text} not null,
      created_at ${text} not null, last_seen_at ${text} not null, expires_at ${text} not null)`,
    'create index sessions_user on sessions (user_id)',
    `create table verification_codes (
      id ${text} primary key, target ${text} not null, scene ${text} not null, code_hash ${text},
      tries integer not null, ip ${text} not null,
      created_at ${text} not null, expires_at ${text} not null, used_at ${text})`,
    'create index verification_codes_target on verification_codes (target, created_at)',
    'create index verification_codes_ip on verification_codes (ip, created_at)',
    `create table login_failures (
      id ${text} primary key, account_key ${text} not null, ip ${text} not null, created_at ${text} not null)`,
    'create index login_failures_account on login_failures (account_key, created_at)',
    'create index login_failures_ip on login_failures (ip, created_at)',
    `create table user_settings (
      user_id ${text} not null references users (id) on delete cascade,
      key ${text} not null, type ${text} not null, value ${text} not null, updated_at ${text} not null,
      primary key (user_id, key, type))`,
    `create table jobs (
      id ${text} primary key, name ${text} not null, title ${text} not null, payload ${text} not null,
      owner_id ${text} references users (id) on delete cascade, unique_key ${text},
      state ${text} not null, progress double precision not null, note ${text}, error ${text},
      attempts integer not null, run_at ${text} not null, lease ${text}, lease_until ${text},
      cancel_requested integer not null, created_at ${text} not null, finished_at ${text})`,
    "create unique index jobs_unique on jobs (unique_key) where state in ('queued', 'running')",
    'create index jobs_due on jobs (state, run_at)',
    'create index jobs_owner on jobs (owner_id, id)',
    `create table job_schedules (name ${text} primary key, next_run_at ${text} not null)`,
    `create table idempotency_keys (
      user_id ${text} not null references users (id) on delete cascade, key ${text} not null,
      request_hash ${text} not null, reply ${text} not null, created_at ${text} not null,
      primary key (user_id, key))`,
    `create table sso_identities (
      provider ${text} not null, subject ${text} not null,
      user_id ${text} not null references users (id) on delete cascade, created_at ${text} not null,
      primary key (provider, subject))`,
    `create table sso_states (
      state_hash ${text} primary key, provider ${text} not null, nonce ${text} not null,
      code_verifier ${text} not null, return_hash ${text}, created_at ${text} not null)`,
    `create table installation (key ${text} primary key, value ${text} not null)`,
  ],
}
