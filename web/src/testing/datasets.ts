import type { FolderTree } from '@scinav/contract'
import { paperOf } from './papers.ts'

const AT = '2026-11-20T00:00:00.000Z'

/** Returns a dataset in the server's format. */
export const datasetOf = (id: string, name: string, over: object = {}) => ({
  id,
  kind: 'reading',
  name,
  description: '',
  subject_code: null,
  owner_id: 'u1',
  project_id: null,
  visibility: 'private',
  document_count: 2,
  size_bytes: 0,
  application_id: null,
  my_role: 1,
  is_private: false,
  external_model_allowed: false,
  external_model_locked: false,
  created_at: AT,
  updated_at: AT,
  ...over,
})

/** Returns a folder of the dataset `d1`. */
export const folderOf = (
  id: string,
  parent_id: string | null,
  name: string,
  children: FolderTree[] = [],
): FolderTree => ({ id, dataset_id: 'd1', parent_id, name, position: 0, document_count: 1, children })

/** Returns a paper in the dataset `d1`. */
export const documentOf = (id: string, title: string, folder_id: string | null) => ({
  id,
  dataset_id: 'd1',
  folder_id,
  type: 'paper',
  paper_id: `p-${id}`,
  file_id: null,
  name: title,
  title,
  named_by_hand: false,
  mime: null,
  size_bytes: 0,
  page_count: null,
  state: 'ready',
  progress: 1,
  error: null,
  warnings: [],
  tags: [],
  creator_id: 'u1',
  created_at: AT,
  updated_at: AT,
  parse_id: null,
  parsing: null,
  paper: paperOf(`p-${id}`, title),
  proposed_paper: null,
  record: null,
  record_by_hand: false,
  record_lookup: null,
  record_engines: [],
})

/** Returns a file in the dataset `d1`. */
export const fileOf = (id: string, name: string, over: object = {}) => ({
  ...documentOf(id, name, null),
  type: 'file',
  paper_id: null,
  paper: null,
  file_id: `f-${id}`,
  mime: 'application/pdf',
  size_bytes: 1_048_576,
  page_count: 12,
  parse_id: `r-${id}`,
  ...over,
})

/** Returns the parsing progress of a file. */
export const parsingOf = (over: object = {}) => ({
  parse_id: 'r1',
  state: 'parsing',
  stage: 'layout',
  done: 3,
  total: 10,
  progress: 0.3,
  place: null,
  progress_at: new Date().toISOString(),
  error: null,
  ...over,
})
