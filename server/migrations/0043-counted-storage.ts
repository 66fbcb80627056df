import type { Migration } from './migration.ts'

/** Records that stand in no library and packed datasets count in what a person may store. */
export const countedStorage: Migration = {
  name: '0043-counted-storage',
  statements: () => [
    'alter table documents add column record_bytes integer not null default 0',
    'update documents set record_bytes = octet_length(record) where record is not null',
    'create index documents_records on documents (creator_id, record_bytes) where record_bytes > 0',
    'alter table base_exports add column size_bytes bigint not null default 0',
  ],
}
