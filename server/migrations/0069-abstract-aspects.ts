import type { Migration } from './migration.ts'

/** Sentences of abstracts that a model chose by aspect. */
export const abstractAspects: Migration = {
  name: '0069-abstract-aspects',
  statements: ({ text }) => [
    `create table abstract_aspects (
      paper_id ${text} primary key, source_hash ${text} not null, told ${text} not null,
      model ${text} not null, created_at ${text} not null)`,
  ],
}
