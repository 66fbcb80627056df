import type { Migration } from './migration.ts'

/** Knowledge bases as archives: those that are packed, those that come in, and what has become of each document of them. */
export const baseArchives: Migration = {
  name: '0030-base-archives',
  statements: ({ text, keyed }) => [
    `create table base_exports (
      job_id ${text} primary key, owner_id ${text} not null references users (id) on delete cascade,
      dataset_id ${text} not null references datasets (id) on delete cascade, name ${text} not null,
      created_at ${text} not null)`,
    'create index base_exports_owner on base_exports (owner_id, dataset_id)',
    `create table base_imports (
      id ${text} primary key, owner_id ${text} not null references users (id) on delete cascade,
      job_id ${text} not null, file_name ${text} not null, project_id ${text}, name ${text},
      dataset_id ${text} references datasets (id) on delete set null, dataset_name ${text},
      places ${text} not null, state ${text} not null, total integer not null, error ${text},
      created_at ${text} not null, finished_at ${text})`,
    'create index base_imports_owner on base_imports (owner_id, job_id)',
    `create table base_import_items (
      import_id ${text} not null references base_imports (id) on delete cascade, item integer not null,
      name ${text} not null, document_id ${text}, outcome ${text} not null, reason ${text}, marks integer,
      primary key (import_id, item)) ${keyed}`,
  ],
}
