import type { Migration } from './migration.ts'

/** Papers that were written together got vectors for some of them only: all are looked at again, and those that lack them get theirs. */
export const vectorsAgain: Migration = {
  name: '0037-vectors-again',
  statements: () => ['delete from vector_progress'],
}
