import type { Migration } from './migration.ts'

/**
 * The bibliographic record of a file, read from its first page until a person edits it. Files that are served already
 * are looked at again, with their titles.
 */
export const fileRecords: Migration = {
  name: '0060-file-records',
  statements: () => [
    'alter table documents add column record_by_hand integer not null default 0',
    `update documents set title = null where type = 'file' and parse_id is not null`,
  ],
}
