import type { Flag, IsoTime } from './column-types.ts'

/** A paper of the library. */
export interface PapersTable {
  id: string
  /** Counts from 1 in order of arrival; the number of the paper in the search index. */
  seq: number
  /** Grows with every write of any paper; the search index has not seen papers above its own mark. */
  change: number
  resource_type: number
  title: string
  year: number | null
  doi: string | null
  journal_id: string | null
  /** Equal for versions of one work, such as preprint and article. */
  work_id: string | null
  citation_count: number
  /** Number of papers of this library that cite it. */
  cited_by_count: number
  is_starter: Flag
  /** The contract's `Work`, JSON. */
  record: string
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** Identifiers of a paper: `doi:…`, `arxiv:…`, `pmid:…`, `isbn:…`, `title:…`. */
export interface PaperKeysTable {
  key: string
  paper_id: string
}

/** A work that a paper cites, by a key of `paper_keys`; the library may not have it. */
export interface PaperReferencesTable {
  paper_id: string
  key: string
}

/** A record that was merged into a paper, which can be undone. */
export interface PaperMergesTable {
  id: string
  paper_id: string
  /** The identifier that matched: `doi`, `arxiv`, `pmid`, `isbn`, `title`. */
  rule: string
  source: string
  title: string
  /** The merged record, JSON. */
  record: string
  /** The paper's record before the merge, JSON. */
  before: string
  created_at: IsoTime
}

/** A journal or another source of papers. */
export interface JournalsTable {
  id: string
  /** Normalised title; unique. */
  title_key: string
  title: string
  title_zh: string | null
  /** First letter, `A`–`Z` or `#`. */
  letter: string
  issn: string | null
  eissn: string | null
  publisher: string | null
  country: string | null
  homepage: string | null
  /** JSON arrays of strings. */
  subject_codes: string
  clc_codes: string
  esi_subject: string | null
  paper_count: number
  citation_sum: number
  /** JSON: `[{ year, count }]`. */
  year_counts: string
  created_at: IsoTime
}

/** An entry of a rank list, such as CSSCI, for one journal in one year and category. */
export interface JournalRanksTable {
  list: string
  year: number
  /** Normalised title; `issn ` and the ISSN for a title that normalises to nothing. */
  title_key: string
  issn: string | null
  /** The journal of the library; null while it has none that matches. */
  journal_id: string | null
  title: string
  /** '' for a list without categories. */
  category: string
  /** The rank, in the notation of its list. */
  value: string
  /** 1: the list marks the journal as a top one. */
  top: Flag
  created_at: IsoTime
}

/** A notice that retracts, questions, corrects or reinstates a work. */
export interface RetractionNoticesTable {
  /**
   * `record:…`, the number of a record of Retraction Watch; `work:…` for a table without such numbers; `crossref:…` for
   * what Crossref answered.
   */
  id: string
  /** The work's DOI in its normal form, and its PubMed number; at least one of them is known. */
  doi: string | null
  pmid: string | null
  kind: 'retracted' | 'concern' | 'corrected' | 'reinstated'
  /** `YYYY-MM-DD`. */
  date: string | null
  /** JSON array of strings. */
  reasons: string
  notice_doi: string | null
  /** The address of a notice without DOI. */
  notice_url: string | null
  /** The title of the work. */
  title: string | null
  /** Whether the people concerned have not been looked for since the notice arrived or changed. */
  alert_due: Flag
}

/** A person who was told of the notice of a work. */
export interface RetractionAlertsTable {
  user_id: string
  /** `doi:…` or `pmid:…`. */
  work_key: string
  kind: string
}

/** A work that people use and for which a service is asked regularly whether notices were published. */
export interface WatchedWorksTable {
  /** In its normal form. */
  doi: string
  /** When it was last found among the works that people use. */
  seen_at: IsoTime
  /** When the service last answered; empty before its first answer, so that it sorts first. */
  asked_at: IsoTime
}

/** An import of one file of records. */
export interface ImportsTable {
  id: string
  owner_id: string | null
  file_name: string
  /** Path of the file on the server. */
  path: string
  format: string | null
  /** JSON: column → field. */
  mapping: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  size_bytes: number
  read_bytes: number
  /** Where reading resumes after an interruption: byte offset in the decompressed stream, and its line. */
  resume_offset: number
  resume_line: number
  /** Records read so far, and how many of them were added, merged, already there unchanged, or could not be read. */
  records: number
  added: number
  merged: number
  unchanged: number
  broken: number
  /** Records that were read with a deviation from what is written. */
  warnings: number
  error: string | null
  job_id: string | null
  created_at: IsoTime
  finished_at: IsoTime | null
}

/** A record of an import that could not be read, or was read with a deviation. */
export interface ImportFaultsTable {
  import_id: string
  line: number
  kind: 'broken' | 'warning'
  reason: string
  excerpt: string
}

/** Tables of papers, journals and imports. */
export interface LibraryTables {
  papers: PapersTable
  paper_keys: PaperKeysTable
  paper_references: PaperReferencesTable
  paper_merges: PaperMergesTable
  journals: JournalsTable
  journal_ranks: JournalRanksTable
  retraction_notices: RetractionNoticesTable
  retraction_alerts: RetractionAlertsTable
  watched_works: WatchedWorksTable
  imports: ImportsTable
  import_faults: ImportFaultsTable
}
