import type { Migration } from './migration.ts'

/** Searches that keep knowledge bases up to date: what they find is put into them, each paper once. */
export const datasetSearches: Migration = {
  name: '0029-dataset-searches',
  statements: ({ text }) => [
    `create table dataset_searches (
      dataset_id ${text} primary key references datasets (id) on delete cascade, query ${text} not null,
      most integer not null, seen_seq bigint not null, added integer not null, checked_at ${text},
      error ${text}, updated_at ${text} not null)`,
  ],
}
