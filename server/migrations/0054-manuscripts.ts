import type { Migration } from './migration.ts'

/** Texts that people had looked through for references, with what they accepted. */
export const manuscripts: Migration = {
  name: '0054-manuscripts',
  statements: ({ text }) => [
    `create table manuscripts (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      title ${text} not null, state ${text} not null, created_at ${text} not null, updated_at ${text} not null)`,
    'create index manuscripts_user on manuscripts (user_id)',
  ],
}
