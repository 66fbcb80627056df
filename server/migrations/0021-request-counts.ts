import type { Migration } from './migration.ts'

/** What servers that share a database have counted together, for limits. */
export const requestCounts: Migration = {
  name: '0021-request-counts',
  statements: ({ text, keyed }) => [
    `create table request_counts (
        key ${text} primary key, count integer not null, ends_at ${text} not null) ${keyed}`,
    'create index request_counts_end on request_counts (ends_at)',
  ],
}
