import type { Migration } from './migration.ts'

/** Questions that the library was found to answer, for who does not know what to ask. */
export const answerableQuestions: Migration = {
  name: '0023-answerable-questions',
  statements: ({ text, keyed }) => [
    `create table answerable_questions (
      language ${text} not null, position integer not null, question ${text} not null,
      primary key (language, position)) ${keyed}`,
  ],
}
