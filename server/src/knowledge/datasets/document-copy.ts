import type { DocumentRow } from './document.store.ts'

/**
 * Returns the row that a copy of a document starts from: its current content, without a replacement file that is
 * still being processed.
 */
export const documentCopy = (row: DocumentRow): DocumentRow => ({
  ...row,
  next_file_id: null,
  next_parse_id: row.next_file_id === null ? row.next_parse_id : null,
})
