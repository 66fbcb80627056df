type Flag = 0 | 1

/** A deep research. Until it has ended, its findings exist in its events only. */
export interface ResearchRunsTable {
  id: string
  user_id: string
  thread_id: string
  /** Id of its report, which has no row before it is written. */
  report_id: string
  title: string
  question: string
  /** JSON of the other parameters of the request. */
  request: string
  /** `waiting`: for a person; no process does it meanwhile. */
  status: 'running' | 'waiting' | 'done' | 'cancelled' | 'failed'
  /** The state given by its last state event. */
  state: string
  engine: 'model' | 'extractive'
  model: string | null
  /** How its place in the daily quota of free researches was used. */
  free: 'none' | 'reserved' | 'used' | 'returned'
  reserved_at: string | null
  /** JSON of the final state; null until it has ended. */
  snapshot: string | null
  /** The number of the last event; set when it has ended. */
  last_seq: number
  /** The lease of the process that does it. */
  lease: string | null
  lease_until: string | null
  cancel_requested: Flag
  /** 1: it is to write the report from the sources found so far. */
  finish_requested: Flag
  deleted_at: string | null
  created_at: string
  finished_at: string | null
}

export interface ResearchEventsTable {
  run_id: string
  /** From 1 without gaps. */
  seq: number
  /** JSON of `{ event, data }`. */
  event: string
}

export interface ResearchReportsTable {
  id: string
  run_id: string
  user_id: string
  /** JSON: sections, references and what else a report has. */
  body: string
  /** Increases with every edit. */
  version: number
  created_at: string
  updated_at: string
}

/** A shared page of a report, readable by anybody who has its address. */
export interface ResearchSharesTable {
  id: string
  report_id: string
  user_id: string
  token_hash: string
  created_at: string
  expires_at: string | null
}

/** A change of a section of a report. */
export interface ReportRevisionsTable {
  id: string
  report_id: string
  user_id: string
  section_id: string
  /** Version of the report that it changes. */
  version: number
  how: 'again' | 'other' | 'fewer' | 'instruction' | 'hand' | 'back'
  instruction: string | null
  state: 'running' | 'done' | 'failed' | 'cancelled'
  job_id: string | null
  note: string | null
  /** JSON of the section before the change, its markers with their sources; null when it did not change. */
  before: string | null
  created_at: string
  finished_at: string | null
}

export interface ResearchTables {
  research_runs: ResearchRunsTable
  research_events: ResearchEventsTable
  research_reports: ResearchReportsTable
  research_shares: ResearchSharesTable
  report_revisions: ReportRevisionsTable
}
