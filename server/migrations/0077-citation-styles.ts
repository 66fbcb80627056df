import type { Migration } from './migration.ts'

/** Citation styles that people install for themselves (`user_id`) or operators for everyone (null). */
export const citationStyles: Migration = {
  name: '0077-citation-styles',
  statements: ({ text }) => [
    `create table citation_styles (
      id ${text} primary key, user_id ${text} references users (id) on delete cascade,
      csl_id ${text} not null, name ${text} not null, system ${text} not null,
      xml ${text} not null, created_at ${text} not null)`,
    'create index citation_styles_user on citation_styles (user_id)',
  ],
}
