import type { Migration } from './migration.ts'

/** Own files that people looked at, beside papers. */
export const documentViews: Migration = {
  name: '0062-document-views',
  statements: ({ text }) => [
    `create table document_views (
      user_id ${text} not null references users (id) on delete cascade,
      document_id ${text} not null references documents (id) on delete cascade,
      views integer not null, seconds integer not null, viewed_at ${text} not null,
      primary key (user_id, document_id))`,
    'create index document_views_time on document_views (user_id, viewed_at)',
    'create index document_views_document on document_views (document_id)',
  ],
}
