import type { Generated, Kysely } from 'kysely'
import type { ArchiveTables } from './schema-archive.ts'
import type { ChatTables } from './schema-chat.ts'
import type { DocumentTables } from './schema-documents.ts'
import type { LibraryTables } from './schema-library.ts'
import type { McpTables } from './schema-account.ts'
import type { ModelTables } from './schema-models.ts'
import type { OutsideTables } from './schema-search.ts'
import type { ProjectTables } from './schema-platform.ts'
import type { ReadingTables } from './schema-reading.ts'
import type { ResearchTables } from './schema-research.ts'
import type { ScholarTables } from './schema-knowledge.ts'
import type { ToolTables } from './schema-tools.ts'
import type { VectorTables } from './schema-answers.ts'

/** A boolean. On both databases booleans are 0 or 1, times ISO 8601 text in UTC, and JSON is text. */
type Flag = 0 | 1

export interface UsersTable {
  id: string
  account: string
  /** Lower case; unique. */
  account_key: string
  nick_name: string
  avatar_url: string | null
  /** Lower case; unique. */
  email: string | null
  /** Unique. */
  phone: string | null
  organization: string | null
  /** JSON array of strings. */
  subject_codes: string
  /** argon2id in PHC format; null where only single sign-on is used. */
  password_hash: string | null
  is_admin: Flag
  status: 'active' | 'disabled'
  /** When the purge job deletes the account; null unless its owner requested that. */
  delete_at: string | null
  created_at: string
  updated_at: string
}

export interface SessionsTable {
  id: string
  /** SHA-256 of the cookie's value, hex. */
  token_hash: string
  user_id: string
  ip: string
  user_agent: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

export interface VerificationCodesTable {
  id: string
  target: string
  scene: 'register' | 'reset' | 'contact'
  /** SHA-256 over id and code, hex; null when the target was sent a different message instead of a code. */
  code_hash: string | null
  tries: number
  ip: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** Requests counted by all servers together under a key, until its window ends. */
export interface RequestCountsTable {
  key: string
  count: number
  ends_at: string
}

export interface LoginFailuresTable {
  id: string
  /** What was guessed at: an account, an account from one address, a code … */
  account_key: string
  ip: string
  created_at: string
}

export interface KnownAddressesTable {
  user_id: string
  ip: string
  seen_at: string
}

export interface UserSettingsTable {
  user_id: string
  key: string
  type: string
  /** JSON. */
  value: string
  updated_at: string
}

export interface JobsTable {
  id: string
  name: string
  /** The title that people read. */
  title: string
  /** JSON; emptied when a job with secrets ends. */
  payload: string
  owner_id: string | null
  /** At most one queued or running job has it. */
  unique_key: string | null
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  progress: number
  note: string | null
  error: string | null
  attempts: number
  /** Attempts that failed; the others ended with their process. */
  failures: Generated<number>
  run_at: string
  /** The run that holds the job; a late run with another lease changes nothing. */
  lease: string | null
  lease_until: string | null
  cancel_requested: Flag
  created_at: string
  finished_at: string | null
}

export interface JobSchedulesTable {
  name: string
  next_run_at: string
}

export interface IdempotencyKeysTable {
  user_id: string
  key: string
  /** SHA-256 of method, path and input, hex. */
  request_hash: string
  /** The `data` of the reply, JSON; 'null' while the call is in progress. */
  reply: string
  created_at: string
  /** The process that runs the call, and when its lease ends; null once the reply is stored. */
  lease: string | null
  lease_until: string | null
}

export interface SsoIdentitiesTable {
  provider: 'oidc' | 'cas'
  subject: string
  user_id: string
  created_at: string
}

export interface SsoStatesTable {
  /** SHA-256 of the state parameter, hex. */
  state_hash: string
  provider: 'oidc' | 'cas'
  nonce: string
  code_verifier: string
  return_hash: string | null
  /** The session whose account the identity is linked to; null when the sign-on logs in. */
  session_id: string | null
  created_at: string
}

/** Facts about the installation itself. */
export interface InstallationTable {
  key: string
  value: string
}

export interface Tables
  extends LibraryTables,
    ModelTables,
    ScholarTables,
    DocumentTables,
    ReadingTables,
    ResearchTables,
    ProjectTables,
    McpTables,
    ToolTables,
    ChatTables,
    VectorTables,
    ArchiveTables,
    OutsideTables {
  users: UsersTable
  sessions: SessionsTable
  verification_codes: VerificationCodesTable
  login_failures: LoginFailuresTable
  request_counts: RequestCountsTable
  known_addresses: KnownAddressesTable
  user_settings: UserSettingsTable
  jobs: JobsTable
  job_schedules: JobSchedulesTable
  idempotency_keys: IdempotencyKeysTable
  sso_identities: SsoIdentitiesTable
  sso_states: SsoStatesTable
  installation: InstallationTable
}

/** A database handle. Inside `transact` it is the transaction. */
export type Db = Kysely<Tables>
