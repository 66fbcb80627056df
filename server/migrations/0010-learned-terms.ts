import type { Migration } from './migration.ts'

/**
 * Pairs of terms learned from the library's own papers, with the number of papers that contain both (`papers`). They
 * can be learned again at any time.
 */
export const learnedTerms: Migration = {
  name: '0010-learned-terms',
  statements: ({ text }) => [
    `create table learned_terms (
      chinese ${text} not null, english ${text} not null, papers bigint not null, primary key (chinese, english))`,
  ],
}
