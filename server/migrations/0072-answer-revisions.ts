import type { Migration } from './migration.ts'

/** The parts of an answer that were changed after the check of its citations, with both versions. */
export const answerRevisions: Migration = {
  name: '0072-answer-revisions',
  statements: ({ text }) => [`alter table chat_records add column revisions ${text} not null default '[]'`],
}
