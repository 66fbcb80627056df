import type { Migration } from './migration.ts'

/**
 * What files say. Bytes, a parse of them and their places in datasets are three things: a parse belongs to bytes and a
 * version of the parser, a document is a place of it, and the index learns of places, not of texts.
 */
export const documents: Migration = {
  name: '0024-documents',
  statements: ({ text, keyed }) => [
    `create table parses (
      id ${text} primary key, bytes_id ${text} not null references file_bytes (id), parser ${text} not null,
      state ${text} not null, stage ${text} not null, done integer not null, total integer not null,
      error_kind ${text}, error ${text}, facts ${text}, passages integer not null,
      owner_id ${text} not null, leased_by ${text}, leased_until ${text}, progress_at ${text} not null,
      created_at ${text} not null, updated_at ${text} not null, unique (bytes_id, parser))`,
    "create index parses_open on parses (created_at) where state in ('queued', 'parsing', 'indexing')",
    `create table parse_blocks (
      parse_id ${text} not null references parses (id) on delete cascade, ordinal integer not null,
      page integer not null, block ${text} not null, primary key (parse_id, ordinal)) ${keyed}`,
    'create index parse_blocks_page on parse_blocks (parse_id, page)',
    `create table passages (
      parse_id ${text} not null references parses (id) on delete cascade, ordinal integer not null,
      kind ${text} not null, headings ${text} not null, body ${text} not null, start_at integer not null,
      end_at integer not null, page integer not null, boxes ${text} not null,
      primary key (parse_id, ordinal)) ${keyed}`,
    `alter table documents add column bytes_id ${text} references file_bytes (id)`,
    `alter table documents add column parse_id ${text}`,
    `alter table documents add column next_parse_id ${text}`,
    `alter table documents add column proposed_paper_id ${text}`,
    'create index documents_bytes on documents (bytes_id)',
    'create index documents_parse on documents (parse_id)',
    'create index documents_next_parse on documents (next_parse_id)',
    'create unique index documents_dataset_bytes on documents (dataset_id, bytes_id)',
    `create table passage_places (
      first_seq bigint primary key, passages integer not null, change bigint not null,
      document_id ${text} not null, parse_id ${text} not null, gone integer not null)`,
    'create index passage_places_change on passage_places (change, first_seq)',
    'create index passage_places_document on passage_places (document_id)',
    `create table left_out_passages (
      document_id ${text} not null references documents (id) on delete cascade, parse_id ${text} not null,
      ordinal integer not null, quote ${text} not null, created_at ${text} not null,
      primary key (document_id, parse_id, ordinal)) ${keyed}`,
  ],
}
