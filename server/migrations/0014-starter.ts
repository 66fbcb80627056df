import type { Migration } from './migration.ts'

/** The starter library is a few hundred papers among however many: found without reading all of them. */
export const starter: Migration = {
  name: '0014-starter',
  statements: () => ['create index papers_starter on papers (seq) where is_starter = 1'],
}
