type Flag = 0 | 1

export interface PaperViewsTable {
  user_id: string
  paper_id: string
  views: number
  seconds: number
  viewed_at: string
}

export interface DocumentViewsTable {
  user_id: string
  document_id: string
  views: number
  seconds: number
  viewed_at: string
}

export interface NotInterestedTable {
  user_id: string
  paper_id: string
  created_at: string
}

export interface SearchLogsTable {
  id: string
  user_id: string
  query: string
  /** JSON. */
  filters: string
  kind: string
  total: number
  created_at: string
}

export interface NoticesTable {
  id: string
  user_id: string
  kind: 'project' | 'research' | 'import' | 'document' | 'dataset' | 'papers'
  text: string
  route: string | null
  created_at: string
  read_at: string | null
}

export interface PreferencesTable {
  user_id: string
  /** JSON arrays of strings. */
  subject_codes: string
  keywords: string
  journals: string
  authors: string
  later_until: string | null
  saved_at: string | null
}

export interface SubscriptionsTable {
  id: string
  user_id: string
  kind: 'topic' | 'query' | 'journal' | 'author'
  value: string
  name: string
  notify: 'none' | 'daily' | 'weekly'
  /** Papers with a greater `seq` are new since the last check, or since the last mail. */
  seen_seq: number
  mailed_seq: number
  looked_at: string
  mailed_at: string | null
  created_at: string
}

/** Papers already sent to a person in a digest; none is sent twice. */
export interface SubscriptionMailsTable {
  user_id: string
  paper_id: string
  sent_at: string
}

export interface DatasetsTable {
  id: string
  kind: 'ai' | 'project' | 'reading' | 'private'
  name: string
  description: string
  subject_code: string | null
  owner_id: string
  project_id: string | null
  visibility: 'private' | 'project' | 'public'
  external_model_allowed: Flag
  /** 1: external models may never be allowed again. */
  external_model_locked: Flag
  deleted_at: string | null
  created_at: string
  updated_at: string
}

/** A search that keeps a dataset up to date. */
export interface DatasetSearchesTable {
  dataset_id: string
  query: string
  /** Maximum number of documents that the dataset may have through it. */
  most: number
  /** Papers up to this `seq` have been checked. */
  seen_seq: number
  /** Number of papers that it has added. */
  added: number
  checked_at: string | null
  /** Why the last check failed, for people. */
  error: string | null
  updated_at: string
}

export interface FoldersTable {
  id: string
  dataset_id: string
  parent_id: string | null
  name: string
  position: number
  created_at: string
  deleted_at: string | null
  /** Shared by the folders that one call deleted. */
  removal: string | null
}

export interface DocumentsTable {
  id: string
  dataset_id: string
  type: 'file' | 'paper'
  paper_id: string | null
  file_id: string | null
  name: string
  /** The title found in its file, '' when unusable; null until extracted. */
  title: string | null
  /** 1: a person chose the name, which takes precedence over any title. */
  named_by_hand: 0 | 1
  mime: string | null
  size_bytes: number
  page_count: number | null
  state: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'cancelled'
  progress: number
  error: string | null
  /** JSON array of strings. */
  warnings: string
  creator_id: string
  created_at: string
  updated_at: string
  /** Set when it was deleted together with all the folders it was in. */
  deleted_at: string | null
  /** The content of its file; null for papers. */
  bytes_id: string | null
  /** The parse in use, and the one that replaces it once it is ready. */
  parse_id: string | null
  next_parse_id: string | null
  /** The paper of the library that it seems to be, until a person decides. */
  proposed_paper_id: string | null
  /** The paper that a person has rejected for it. */
  declined_paper_id: string | null
  /** The file that belongs to `next_parse_id`, when that has other bytes. */
  next_file_id: string | null
  /**
   * JSON of a work that the library may not have: from a reference file, with the key that identifies it in its
   * dataset; or from a file, without a key.
   */
  record: string | null
  record_key: string | null
  /** UTF-8 bytes of `record`; 0 for files, which count by their own bytes. */
  record_bytes: number
  /** 1: a person has edited the record of a file; parsing it again does not change it. */
  record_by_hand: 0 | 1
  /**
   * For a file with an identifier: whether the lookup in external engines is due, found the work, or found none with
   * its title.
   */
  record_lookup: 'due' | 'found' | 'none' | null
  /** Ids of the engines that completed the record, separated by commas. */
  record_engines: string
}

export interface DocumentFoldersTable {
  document_id: string
  folder_id: string
}

export interface TagsTable {
  id: string
  dataset_id: string
  group_name: string | null
  name: string
  colour: string | null
  created_at: string
}

export interface DocumentTagsTable {
  document_id: string
  tag_id: string
}

export interface ScholarTables {
  paper_views: PaperViewsTable
  document_views: DocumentViewsTable
  not_interested: NotInterestedTable
  search_logs: SearchLogsTable
  notices: NoticesTable
  preferences: PreferencesTable
  subscriptions: SubscriptionsTable
  subscription_mails: SubscriptionMailsTable
  datasets: DatasetsTable
  dataset_searches: DatasetSearchesTable
  folders: FoldersTable
  documents: DocumentsTable
  document_folders: DocumentFoldersTable
  tags: TagsTable
  document_tags: DocumentTagsTable
}
