import type { Insertable } from 'kysely'
import type { DocumentsTable } from '../platform/db/schema-knowledge.ts'

interface DocumentIds {
  id: string
  dataset_id: string
  creator_id: string
  bytes_id: string
  parse_id: string
}

/** Returns the row of a parsed file document. */
export const readDocumentRow = (
  { id, dataset_id, creator_id, bytes_id, parse_id }: DocumentIds,
  created_at: string,
  more: Partial<DocumentsTable>,
): Insertable<DocumentsTable> => ({
  id,
  dataset_id,
  type: 'file',
  paper_id: null,
  file_id: null,
  name: 'file.pdf',
  title: '',
  named_by_hand: 0,
  mime: 'application/pdf',
  size_bytes: 1,
  page_count: 1,
  state: 'ready',
  progress: 1,
  error: null,
  warnings: '[]',
  creator_id,
  created_at,
  updated_at: created_at,
  deleted_at: null,
  bytes_id,
  parse_id,
  next_parse_id: null,
  proposed_paper_id: null,
  declined_paper_id: null,
  next_file_id: null,
  record: null,
  record_key: null,
  record_bytes: 0,
  record_by_hand: 0,
  record_lookup: null,
  record_engines: '',
  ...more,
})
