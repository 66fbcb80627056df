import type { Migration } from './migration.ts'

/** How far each model has read the library, and when a vector was made, so that a reader asks for the new ones alone. */
export const vectorProgress: Migration = {
  name: '0009-vector-progress',
  statements: ({ text }) => [
    `create table vector_progress (model ${text} primary key, change bigint not null)`,
    `alter table passage_vectors add column made_at ${text} not null default ''`,
    'create index passage_vectors_made on passage_vectors (model, made_at, passage_id)',
    'create index passage_vectors_paper on passage_vectors (paper_id)',
  ],
}
