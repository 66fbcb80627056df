import type { Migration } from './migration.ts'

/** What people mark and note in what they read: in a document of a dataset, or in a paper by itself. */
export const annotations: Migration = {
  name: '0025-annotations',
  statements: ({ text }) => [
    `create table annotations (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      document_id ${text} references documents (id) on delete cascade, paper_id ${text},
      parse_id ${text}, page integer, boxes ${text} not null, quote ${text} not null, prefix ${text} not null,
      suffix ${text} not null, start_at integer, end_at integer, anchor ${text} not null, colour ${text} not null,
      comment ${text} not null, tags ${text} not null, visibility ${text} not null, created_at ${text} not null,
      updated_at ${text} not null)`,
    'create index annotations_document on annotations (document_id, page, start_at)',
    'create index annotations_paper on annotations (paper_id, user_id)',
    'create index annotations_user on annotations (user_id)',
  ],
}
