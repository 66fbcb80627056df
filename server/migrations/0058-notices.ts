import type { Migration } from './migration.ts'

/** What happened to people while they did something else. */
export const notices: Migration = {
  name: '0058-notices',
  statements: ({ text }) => [
    `create table notices (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      kind ${text} not null, text ${text} not null, route ${text}, created_at ${text} not null, read_at ${text})`,
    'create index notices_user on notices (user_id, id)',
  ],
}
