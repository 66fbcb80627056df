import type { IsoTime } from './column-types.ts'

/** Equivalent terms, learned from the library's own papers. */
export interface LearnedTermsTable {
  chinese: string
  english: string
  /** Number of papers that contain both. */
  papers: number
}

/** A work found by an outside engine, kept so that it can be opened and saved later. */
export interface FoundWorksTable {
  key: string
  /** JSON of a Work. */
  work: string
  /** When it was last shown to a person. */
  found_at: IsoTime
}

/** The answer of an outside engine to a query, shared by all processes. */
export interface EngineAnswersTable {
  /** SHA-256 of engine and query. */
  key: string
  /** JSON */
  answer: string
  asked_at: IsoTime
}

/** A search in the history of a person. */
export interface SearchLogsTable {
  id: string
  user_id: string
  query: string
  /** JSON. */
  filters: string
  kind: string
  total: number
  created_at: IsoTime
}

/** A recommended paper that a person has dismissed. */
export interface NotInterestedTable {
  user_id: string
  paper_id: string
  created_at: IsoTime
}

/** What a person wants to be recommended. */
export interface PreferencesTable {
  user_id: string
  /** JSON arrays of strings. */
  subject_codes: string
  keywords: string
  journals: string
  authors: string
  /** Until then the person is not asked for preferences. */
  later_until: IsoTime | null
  saved_at: IsoTime | null
}

/** A topic, query, journal or author that a person follows. */
export interface SubscriptionsTable {
  id: string
  user_id: string
  kind: 'topic' | 'query' | 'journal' | 'author'
  value: string
  name: string
  notify: 'none' | 'daily' | 'weekly'
  /** Papers with a greater `seq` are new since the person last looked (`looked_at`), or since the last mail. */
  seen_seq: number
  mailed_seq: number
  looked_at: IsoTime
  mailed_at: IsoTime | null
  created_at: IsoTime
}

/** Papers already sent to a person in a digest; none is sent twice. */
export interface SubscriptionMailsTable {
  user_id: string
  paper_id: string
  sent_at: IsoTime
}

/** Tables of search: learned terms, works of outside engines, history, preferences, subscriptions. */
export interface SearchTables {
  learned_terms: LearnedTermsTable
  found_works: FoundWorksTable
  engine_answers: EngineAnswersTable
  search_logs: SearchLogsTable
  not_interested: NotInterestedTable
  preferences: PreferencesTable
  subscriptions: SubscriptionsTable
  subscription_mails: SubscriptionMailsTable
}
