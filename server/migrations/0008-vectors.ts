import type { Migration } from './migration.ts'

/** Vectors of passages, one a passage and model; they can be made again at any time. */
export const vectors: Migration = {
  name: '0008-vectors',
  statements: ({ text }) => [
    `create table passage_vectors (
      model ${text} not null, passage_id ${text} not null, paper_id ${text} not null, digest ${text} not null,
      vector bytea not null, primary key (model, passage_id))`,
  ],
}
