import type { Flag, IsoTime } from './column-types.ts'

/** A project: people who share knowledge bases. */
export interface ProjectsTable {
  id: string
  name: string
  description: string
  deleted_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** The role of an owner in `project_members`. */
export const OWNER_ROLE = 1

/** A member of a project. */
export interface ProjectMembersTable {
  project_id: string
  user_id: string
  /** 1 owner, 2 manager, 3 member, 4 viewer. */
  role: 1 | 2 | 3 | 4
  joined_at: IsoTime
}

/** A knowledge base, called a dataset: public (`ai`), of a project, a reading list, or private. */
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
  deleted_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
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
  checked_at: IsoTime | null
  /** Why the last check failed, for people. */
  error: string | null
  updated_at: IsoTime
}

/** A folder of a dataset. */
export interface FoldersTable {
  id: string
  dataset_id: string
  parent_id: string | null
  name: string
  position: number
  created_at: IsoTime
  deleted_at: IsoTime | null
  /** Shared by the folders that one call deleted. */
  removal: string | null
}

/** A document of a dataset: a file, or a paper of the library. */
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
  named_by_hand: Flag
  mime: string | null
  size_bytes: number
  page_count: number | null
  state: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'cancelled'
  progress: number
  error: string | null
  /** JSON array of strings. */
  warnings: string
  creator_id: string
  created_at: IsoTime
  updated_at: IsoTime
  /** Set when it was deleted together with all the folders it was in. */
  deleted_at: IsoTime | null
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
  record_by_hand: Flag
  /**
   * For a file with an identifier: whether the lookup in external engines is due, found the work, or found none with
   * its title.
   */
  record_lookup: 'due' | 'found' | 'none' | null
  /** Ids of the engines that completed the record, separated by commas. */
  record_engines: string
}

/** A document lies in a folder; it may lie in several, or in none. */
export interface DocumentFoldersTable {
  document_id: string
  folder_id: string
}

/** A tag of a dataset. */
export interface TagsTable {
  id: string
  dataset_id: string
  group_name: string | null
  name: string
  colour: string | null
  created_at: IsoTime
}

/** A document carries a tag. */
export interface DocumentTagsTable {
  document_id: string
  tag_id: string
}

/** Tables of projects and knowledge bases, called datasets, with their documents. */
export interface KnowledgeTables {
  projects: ProjectsTable
  project_members: ProjectMembersTable
  datasets: DatasetsTable
  dataset_searches: DatasetSearchesTable
  folders: FoldersTable
  documents: DocumentsTable
  document_folders: DocumentFoldersTable
  tags: TagsTable
  document_tags: DocumentTagsTable
}
