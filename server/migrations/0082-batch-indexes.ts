import type { Migration } from './migration.ts'

/** Indexes for the theses of batches that are not finished, and for the users of a stored manuscript. */
export const batchIndexes: Migration = {
  name: '0082-batch-indexes',
  statements: () => [
    "create index batch_theses_open on batch_theses (batch_id) where state in ('queued', 'running')",
    'create index batch_theses_file on batch_theses (file_id) where file_id is not null',
    'create index manuscript_checks_file on manuscript_checks (file_id)',
  ],
}
