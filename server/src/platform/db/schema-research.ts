import type { Flag, IsoTime } from './column-types.ts'

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
  reserved_at: IsoTime | null
  /** JSON of the final state; null until it has ended. */
  snapshot: string | null
  /** The number of the last event; set when it has ended. */
  last_seq: number
  /** The lease of the process that does it. */
  lease: string | null
  lease_until: IsoTime | null
  cancel_requested: Flag
  /** 1: it is to write the report from the sources found so far. */
  finish_requested: Flag
  deleted_at: IsoTime | null
  created_at: IsoTime
  finished_at: IsoTime | null
}

/** An event of a deep research. */
export interface ResearchEventsTable {
  run_id: string
  /** From 1 without gaps. */
  seq: number
  /** JSON of `{ event, data }`. */
  event: string
}

/** The report of a deep research. */
export interface ResearchReportsTable {
  id: string
  run_id: string
  user_id: string
  /** JSON: sections, references and what else a report has. */
  body: string
  /** Increases with every edit. */
  version: number
  created_at: IsoTime
  updated_at: IsoTime
}

/** A shared page of a report, readable by anybody who has its address. */
export interface ResearchSharesTable {
  id: string
  report_id: string
  user_id: string
  token_hash: string
  created_at: IsoTime
  expires_at: IsoTime | null
}

/** A change of a section of a report. */
export interface ReportRevisionsTable {
  id: string
  report_id: string
  user_id: string
  section_id: string
  /** Version of the report that it changes. */
  version: number
  /** Why: written again, from other sources, shorter, by an instruction, by hand, or an earlier version restored. */
  how: 'again' | 'other' | 'fewer' | 'instruction' | 'hand' | 'back'
  instruction: string | null
  state: 'running' | 'done' | 'failed' | 'cancelled'
  job_id: string | null
  note: string | null
  /** JSON of the section before the change, its markers with their sources; null when it did not change. */
  before: string | null
  created_at: IsoTime
  finished_at: IsoTime | null
}

/** A text that a person had checked for references. */
export interface ManuscriptsTable {
  id: string
  user_id: string
  title: string
  /** JSON of the page state. */
  state: string
  created_at: IsoTime
  updated_at: IsoTime
}

/** A check of a manuscript. Until it has ended, its findings exist in its events only. */
export interface ManuscriptChecksTable {
  id: string
  user_id: string
  /** The stored file; deleted with the check unless another check uses it. */
  file_id: string
  file_name: string
  /** JSON of style, scope and consent. */
  request: string
  status: 'running' | 'done' | 'cancelled' | 'failed'
  /** JSON of the final state; null until it has ended. */
  snapshot: string | null
  /** JSON of the number of findings by severity. */
  counts: string
  /** JSON of what the owner decided about findings. */
  decisions: string
  /** The number of the last event; set when it has ended. */
  last_seq: number
  lease: string | null
  lease_until: IsoTime | null
  cancel_requested: Flag
  created_at: IsoTime
  finished_at: IsoTime | null
  /** The batch of which it is a part; null for a single check. */
  batch_id: string | null
}

/** Manuscripts that are checked together. */
export interface ManuscriptBatchesTable {
  id: string
  user_id: string
  name: string
  /** JSON of style, scope and consent. */
  request: string
  /** JSON of what was uploaded, with the stored files of it; an empty list once the theses have been taken out. */
  sources: string
  state: 'unpacking' | 'running' | 'completed' | 'cancelled' | 'failed'
  /** Why it failed or lacks theses, in Chinese. */
  error: string | null
  /** Files of the upload that are no manuscripts. */
  skipped: number
  created_at: IsoTime
  finished_at: IsoTime | null
  /** When its manuscripts and checks were deleted; its theses keep their figures. */
  purged_at: IsoTime | null
}

/** A thesis of a batch. */
export interface BatchThesesTable {
  id: string
  batch_id: string
  /** The order of the upload, from 0. */
  position: number
  department: string
  title: string
  author: string
  file_name: string
  /** The stored file; null where it could not be stored. */
  file_id: string | null
  check_id: string | null
  state: 'queued' | 'running' | 'completed' | 'cancelled' | 'failed'
  /** Why it was not checked, in Chinese. */
  error: string | null
  /** Findings by severity: `fault`, `check`, `info`. */
  faults: number
  checks: number
  infos: number
  /** Entries of its list, and those that no source was found to have. */
  entries: number
  unverified: number
}

/** The text of a manuscript as it was read. */
export interface ManuscriptCheckTextsTable {
  check_id: string
  /** JSON of its blocks, lists, entries and markers. */
  body: string
}

/** The record that was found for an entry of a list. */
export interface ManuscriptCheckRecordsTable {
  check_id: string
  /** Index of the entry. */
  entry: number
  /** JSON of the record, the name of its source and the versions of its work. */
  record: string
}

/** A work that an entry of a list states, or the record that was found for it. */
export interface ManuscriptCheckWorksTable {
  check_id: string
  /** Index of the entry. */
  entry: number
  /** In their normal forms; at least one of them is known. */
  doi: string | null
  pmid: string | null
}

/** A citation style that was installed. */
export interface CitationStylesTable {
  id: string
  /** Null when it is for everyone. */
  user_id: string | null
  /** The address by which the style identifies itself; the same one is replaced. */
  csl_id: string
  name: string
  system: 'numeric' | 'author-date' | 'note' | 'author' | 'label'
  xml: string
  created_at: IsoTime
}

/** Tables of deep researches, and of texts that people check for references. */
export interface ResearchTables {
  research_runs: ResearchRunsTable
  research_events: ResearchEventsTable
  research_reports: ResearchReportsTable
  research_shares: ResearchSharesTable
  report_revisions: ReportRevisionsTable
  manuscripts: ManuscriptsTable
  manuscript_batches: ManuscriptBatchesTable
  batch_theses: BatchThesesTable
  manuscript_checks: ManuscriptChecksTable
  manuscript_check_events: ResearchEventsTable
  manuscript_check_texts: ManuscriptCheckTextsTable
  manuscript_check_records: ManuscriptCheckRecordsTable
  manuscript_check_works: ManuscriptCheckWorksTable
  citation_styles: CitationStylesTable
}
