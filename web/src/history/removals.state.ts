import { create } from 'zustand'
import { doLater } from '../ui/toasts/do-later.ts'

/** Rows about to be deleted: the given ones, or all rows up to a moment. */
export interface Removal {
  kind: 'searches' | 'papers'
  ids: string[]
  /** ISO 8601; set when all rows are deleted. */
  until?: string
}

/** The pending removals: their rows are hidden now, and deleted for good once their toast has disappeared. */
export const useRemovals = create<{ pending: Removal[] }>()(() => ({ pending: [] }))

const dropRemoval = (removal: Removal) =>
  useRemovals.setState(({ pending }) => ({ pending: pending.filter((other) => other !== removal) }))

/**
 * Hides rows at once, and deletes them when the toast that offers 撤销 disappears or the page unloads; `isLeaving` is
 * true in the latter case. `remove` resolves once the rows are gone from the server and from the cache, or once that
 * failed.
 */
export function removeLater(
  removal: Removal,
  text: string,
  remove: (isLeaving: boolean) => Promise<unknown>,
): void {
  useRemovals.setState(({ pending }) => ({ pending: [...pending, removal] }))
  doLater(text, remove, () => dropRemoval(removal))
}

/** Whether a row is about to be deleted. `at` is its time, ISO 8601 in UTC. */
export function isRemoved(
  pending: readonly Removal[],
  kind: Removal['kind'],
  id: string,
  at: string,
): boolean {
  return pending.some(
    (removal) =>
      removal.kind === kind && (removal.until === undefined ? removal.ids.includes(id) : at <= removal.until),
  )
}
