import type { Migration } from './migration.ts'

/**
 * Documents and parses are found without reading all there are: those that wait for a file, those of a dataset that were
 * read or lie in its bin, and the parses of somebody whose account ends.
 */
export const foundDocuments: Migration = {
  name: '0031-found-documents',
  statements: () => [
    'create index documents_next_file on documents (next_file_id) where next_file_id is not null',
    'create index documents_read on documents (dataset_id) where parse_id is not null',
    'create index documents_bin on documents (dataset_id, deleted_at) where deleted_at is not null',
    'create index parses_owner on parses (owner_id)',
  ],
}
