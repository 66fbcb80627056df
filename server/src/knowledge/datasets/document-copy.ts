import type { DocumentRow } from './document.store.ts'

/** What a copy of a document begins with: what it says now, and not the file that will take its place. */
export const documentCopy = (row: DocumentRow): DocumentRow => ({
  ...row,
  next_file_id: null,
  next_parse_id: row.next_file_id === null ? row.next_parse_id : null,
})
