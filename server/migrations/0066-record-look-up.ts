import type { Migration } from './migration.ts'

/** What outside engines were asked for the record of a file, and which of them filled it. */
export const recordLookUp: Migration = {
  name: '0066-record-look-up',
  statements: ({ text }) => [
    `alter table documents add column record_lookup ${text}`,
    `alter table documents add column record_engines ${text} not null default ''`,
    "create index documents_record_lookup on documents (id) where record_lookup = 'due'",
  ],
}
