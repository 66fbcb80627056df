import type { Generated } from 'kysely'
import type { Flag, IsoTime } from './column-types.ts'

/** Facts about the installation itself. */
export interface InstallationTable {
  key: string
  value: string
}

/** A job of the queue; see `Job` of `platform/jobs`. */
export interface JobsTable {
  id: string
  name: string
  /** The title that people read, in Chinese. */
  title: string
  /** JSON; emptied when a job with secrets ends. */
  payload: string
  owner_id: string | null
  /** At most one queued or running job has it. */
  unique_key: string | null
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** 0–1. */
  progress: number
  note: string | null
  error: string | null
  attempts: number
  /** Attempts that failed, of all `attempts`; the others ended with their process. */
  failures: Generated<number>
  /** The earliest start. */
  run_at: IsoTime
  /** The run that holds the job; a late run with another lease changes nothing. */
  lease: string | null
  lease_until: IsoTime | null
  cancel_requested: Flag
  created_at: IsoTime
  finished_at: IsoTime | null
}

/** When a job that recurs runs next, by the name of the job. */
export interface JobSchedulesTable {
  name: string
  next_run_at: IsoTime
}

/** A call that was made with an `Idempotency-Key`, and its reply. */
export interface IdempotencyKeysTable {
  user_id: string
  key: string
  /** SHA-256 of method, path and input, hex. */
  request_hash: string
  /** The `data` of the reply, JSON; 'null' while the call is in progress. */
  reply: string
  created_at: IsoTime
  /** The process that runs the call, and when its lease ends; null once the reply is stored. */
  lease: string | null
  lease_until: IsoTime | null
}

/** Requests counted by all servers together under a key, until its window ends. */
export interface RequestCountsTable {
  key: string
  count: number
  ends_at: IsoTime
}

/** The rate limit of an engine; times in milliseconds of the database's clock. */
export interface EngineTurnsTable {
  engine: string
  /** The earliest start of the next request. */
  next_at: number
  /** Until then the engine receives no request, since it asked for a pause; 0 when it never did. */
  held_until: number
}

/** A notice for one person: the bell of the top bar. */
export interface NoticesTable {
  id: string
  user_id: string
  kind: 'project' | 'research' | 'import' | 'document' | 'dataset' | 'papers' | 'retraction'
  text: string
  /** The hash route of the web application that it leads to. */
  route: string | null
  /** JSON of the places that the text names, each with its route; null where there is none besides `route`. */
  places: string | null
  created_at: IsoTime
  read_at: IsoTime | null
  /** When it was sent by mail; null until then. */
  mailed_at: IsoTime | null
}

/** Tables of the platform: jobs, keys of repeated calls, counts for rate limits, notices, facts about the installation. */
export interface PlatformTables {
  installation: InstallationTable
  jobs: JobsTable
  job_schedules: JobSchedulesTable
  idempotency_keys: IdempotencyKeysTable
  request_counts: RequestCountsTable
  engine_turns: EngineTurnsTable
  notices: NoticesTable
}
