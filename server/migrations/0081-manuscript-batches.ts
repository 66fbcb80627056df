import type { Migration } from './migration.ts'

/** Batches of manuscripts that are checked together, and their theses; the figures of a thesis outlive its check. */
export const manuscriptBatches: Migration = {
  name: '0081-manuscript-batches',
  statements: ({ text }) => [
    `create table manuscript_batches (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      name ${text} not null, request ${text} not null, sources ${text} not null, state ${text} not null,
      error ${text}, skipped integer not null, created_at ${text} not null, finished_at ${text}, purged_at ${text})`,
    'create index manuscript_batches_user on manuscript_batches (user_id, id)',
    'create index manuscript_batches_open on manuscript_batches (state) where finished_at is null',
    'create index manuscript_batches_kept on manuscript_batches (created_at) where purged_at is null',
    `alter table manuscript_checks add column batch_id ${text} references manuscript_batches (id) on delete cascade`,
    'create index manuscript_checks_batch on manuscript_checks (batch_id) where batch_id is not null',
    `create table batch_theses (
      id ${text} primary key, batch_id ${text} not null references manuscript_batches (id) on delete cascade,
      position integer not null, department ${text} not null, title ${text} not null, author ${text} not null,
      file_name ${text} not null, file_id ${text},
      check_id ${text} references manuscript_checks (id) on delete set null,
      state ${text} not null, error ${text}, faults integer not null, checks integer not null,
      infos integer not null, entries integer not null, unverified integer not null)`,
    'create unique index batch_theses_position on batch_theses (batch_id, position)',
    'create index batch_theses_check on batch_theses (check_id) where check_id is not null',
  ],
}
