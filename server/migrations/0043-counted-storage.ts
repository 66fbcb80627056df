import type { Migration } from './migration.ts'

/**
 * Adds the sizes of records stored in documents (works that the library may not have) and of exported datasets, both in
 * bytes, so that they count towards a user's storage; the index serves the sum of a user's records. Exports made before
 * stay at 0, because an export is deleted after a day.
 */
export const countedStorage: Migration = {
  name: '0043-counted-storage',
  statements: () => [
    'alter table documents add column record_bytes integer not null default 0',
    'update documents set record_bytes = octet_length(record) where record is not null',
    'create index documents_records on documents (creator_id, record_bytes) where record_bytes > 0',
    'alter table base_exports add column size_bytes bigint not null default 0',
  ],
}
