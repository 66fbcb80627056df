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
  /** Papers with a greater `seq` are new since the last look, and since the last mail. */
  seen_seq: number
  mailed_seq: number
  looked_at: string
  mailed_at: string | null
  created_at: string
}

/** Papers that a digest has told a person about: never twice. */
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
  /** 1: nobody may allow them any more. */
  external_model_locked: Flag
  deleted_at: string | null
  created_at: string
  updated_at: string
}

/** A search that keeps a dataset up to date. */
export interface DatasetSearchesTable {
  dataset_id: string
  query: string
  /** The most documents that the dataset may have by it. */
  most: number
  /** Papers up to this number have been looked at. */
  seen_seq: number
  /** Papers that it has added. */
  added: number
  checked_at: string | null
  /** Why the last look failed, for people. */
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
  /** Folders that were deleted with one call have one of these. */
  removal: string | null
}

export interface DocumentsTable {
  id: string
  dataset_id: string
  type: 'file' | 'paper'
  paper_id: string | null
  file_id: string | null
  name: string
  /** What its file says of its title, '' where that is no use; null while nobody has looked. */
  title: string | null
  /** Its name is what a person has called it: shown before any title. */
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
  /** Set while every folder that it stood in is deleted and it went with them. */
  deleted_at: string | null
  /** What it is made of; null of papers. */
  bytes_id: string | null
  /** The parse that is served, and the one that will take its place once it is ready. */
  parse_id: string | null
  next_parse_id: string | null
  /** A paper of the library that it seems to be, while nobody has said so. */
  proposed_paper_id: string | null
  /** One that somebody has said it is not. */
  declined_paper_id: string | null
  /** The file that comes with `next_parse_id`, where that is of other bytes. */
  next_file_id: string | null
  /**
   * JSON of a work that the library may not have: of a file of references, with the key it is known by in its dataset;
   * or of a file, which has no key.
   */
  record: string | null
  record_key: string | null
  /** UTF-8 bytes of `record`; 0 of files, which count by their own bytes. */
  record_bytes: number
  /** A person has edited the record of a file: reading the file again leaves it. */
  record_by_hand: 0 | 1
  /** Of a file with an identifier: whether outside engines are still to be asked for it, had it, or had none of its title. */
  record_lookup: 'due' | 'found' | 'none' | null
  /** Ids of the engines that filled the record, with commas between. */
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
