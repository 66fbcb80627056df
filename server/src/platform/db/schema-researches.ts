type Flag = 0 | 1

/** A deep research. What it says stands in its events until it has ended. */
export interface ResearchRunsTable {
  id: string
  user_id: string
  thread_id: string
  /** Of the report that it makes; there is none before it is written. */
  report_id: string
  title: string
  question: string
  /** JSON: what was asked along with the question. */
  request: string
  /** `waiting`: for a person; nobody does it meanwhile. */
  status: 'running' | 'waiting' | 'done' | 'cancelled' | 'failed'
  /** As its last event of state says. */
  state: string
  engine: 'model' | 'extractive'
  model: string | null
  /** What became of its place among the free researches of the day. */
  free: 'none' | 'reserved' | 'used' | 'returned'
  reserved_at: string | null
  /** JSON of everything it came to; null until it has ended. */
  snapshot: string | null
  /** The number of the last event of one that has ended. */
  last_seq: number
  /** The process that does it. */
  lease: string | null
  lease_until: string | null
  cancel_requested: Flag
  /** It shall write from what is in hand. */
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
  /** Counts up with every edit. */
  version: number
  created_at: string
  updated_at: string
}

/** A page of a report that whoever has its address may read. */
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
  /** Of the report that it changes. */
  version: number
  how: 'again' | 'other' | 'fewer' | 'instruction' | 'hand' | 'back'
  instruction: string | null
  state: 'running' | 'done' | 'failed' | 'cancelled'
  job_id: string | null
  note: string | null
  /** JSON of the section before, its markers with their sources; null where it did not change. */
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
