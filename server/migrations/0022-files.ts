import type { Migration } from './migration.ts'

/** Files of people. Bytes are stored once, by their SHA-256, for all files that hold them. */
export const files: Migration = {
  name: '0022-files',
  statements: ({ text }) => [
    `create table file_bytes (
      id ${text} primary key, sha256 ${text} not null unique, size_bytes bigint not null, mime ${text} not null,
      created_at ${text} not null)`,
    `create table files (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      bytes_id ${text} not null references file_bytes (id), name ${text} not null, created_at ${text} not null)`,
    'create index files_user on files (user_id)',
    'create index files_bytes on files (bytes_id)',
  ],
}
