import type { Migration } from './migration.ts'

/** What was made of a question, with its answer. */
export const understoodQuestions: Migration = {
  name: '0020-understood-questions',
  statements: ({ text }) => [`alter table chat_records add column understood ${text}`],
}
