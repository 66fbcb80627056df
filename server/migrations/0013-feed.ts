import type { Migration } from './migration.ts'

/** The index reads papers in the order of changes and, within one, of numbers: from their index, without sorting them. */
export const feed: Migration = {
  name: '0013-feed',
  statements: () => ['create index papers_feed on papers (change, seq)', 'drop index papers_change'],
}
