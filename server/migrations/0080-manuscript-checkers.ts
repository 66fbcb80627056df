import type { Migration } from './migration.ts'

/** The role of people who check batches of manuscripts for their school. */
export const manuscriptCheckers: Migration = {
  name: '0080-manuscript-checkers',
  statements: () => ['alter table users add column is_checker integer not null default 0'],
}
