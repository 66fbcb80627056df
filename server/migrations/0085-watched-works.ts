import type { Migration } from './migration.ts'

/** The works that manuscripts cite and that people hold, and the places that a notice to a person names. */
export const watchedWorks: Migration = {
  name: '0085-watched-works',
  statements: ({ text, keyed }) => [
    `create table manuscript_check_works (
      check_id ${text} not null references manuscript_checks (id) on delete cascade, entry integer not null,
      doi ${text}, pmid ${text}, primary key (check_id, entry)) ${keyed}`,
    'create index manuscript_check_works_doi on manuscript_check_works (doi) where doi is not null',
    'create index manuscript_check_works_pmid on manuscript_check_works (pmid) where pmid is not null',
    `create table watched_works (
      doi ${text} primary key, seen_at ${text} not null, asked_at ${text} not null) ${keyed}`,
    'create index watched_works_asked on watched_works (asked_at, doi)',
    `alter table notices add column places ${text}`,
  ],
}
