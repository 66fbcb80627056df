import type { Migration } from './migration.ts'

/** What a reader has struck out of an answer; the answer itself stays as it was given. */
export const struck: Migration = {
  name: '0012-struck',
  statements: ({ text }) => [`alter table chat_records add column struck ${text} not null default '[]'`],
}
