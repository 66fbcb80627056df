import type { Migration } from './migration.ts'

/**
 * How files become documents: owners take turns over all processes, a parse that takes its process with it is given up
 * in the end, and a document waits for its new file with the old one in place.
 */
export const ingestion: Migration = {
  name: '0027-ingestion',
  statements: ({ text, keyed }) => [
    'alter table parses add column attempts integer not null default 0',
    "create index parses_queue on parses (owner_id, updated_at, id) where state = 'queued'",
    "create index parses_leased on parses (leased_until) where state in ('parsing', 'indexing')",
    `create table parse_turns (owner_id ${text} primary key, turn bigint not null) ${keyed}`,
    `alter table documents add column next_file_id ${text}`,
    `alter table documents add column declined_paper_id ${text}`,
    `alter table documents add column record ${text}`,
    `alter table documents add column record_key ${text}`,
    'create unique index documents_record on documents (dataset_id, record_key)',
    'create index documents_waiting on documents (creator_id) where next_parse_id is not null',
    'create index documents_file on documents (file_id)',
    'alter table files add column for_documents integer not null default 0',
    'create index files_for_documents on files (created_at) where for_documents = 1',
  ],
}
