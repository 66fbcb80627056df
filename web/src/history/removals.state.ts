import { create } from 'zustand'
import { toast, useToasts } from '../ui/toasts/toast.state.ts'

/** What is about to be deleted: these rows, or every row up to a moment. */
export interface Removal {
  kind: 'searches' | 'papers'
  ids: string[]
  /** ISO 8601; set where all go. */
  until?: string
}

interface Pending {
  removal: Removal
  /** Deletes for good; `leaving` while the page is being left. */
  run: (leaving: boolean) => void
}

/** Rows that no longer show. They are deleted for good once their toast has gone. */
export const useRemovals = create<{ pending: Pending[] }>()(() => ({ pending: [] }))

const drop = (one: Pending) =>
  useRemovals.setState(({ pending }) => ({ pending: pending.filter((other) => other !== one) }))

/**
 * Hides rows at once and deletes them when the toast that offers 撤销 goes, or when the page is left.
 * `remove` resolves once the rows are gone from the server and from what is read, or once that failed.
 */
export function removeLater(
  removal: Removal,
  text: string,
  remove: (leaving: boolean) => Promise<unknown>,
): void {
  let settled = false
  const one: Pending = {
    removal,
    run: (leaving) => {
      if (settled) return
      settled = true
      void remove(leaving).finally(() => drop(one))
    },
  }
  const undo = () => {
    settled = true
    drop(one)
  }
  useRemovals.setState(({ pending }) => ({ pending: [...pending, one] }))
  toast(text, { undo })
  const stop = useToasts.subscribe(({ toasts }) => {
    if (toasts.some((other) => other.undo === undo)) return
    stop()
    one.run(false)
  })
}

/** Whether a row is about to be deleted. `at` is when it was made, ISO 8601 in UTC. */
export function isRemoved(
  pending: readonly Pending[],
  kind: Removal['kind'],
  id: string,
  at: string,
): boolean {
  return pending.some(
    ({ removal }) =>
      removal.kind === kind && (removal.until === undefined ? removal.ids.includes(id) : at <= removal.until),
  )
}

addEventListener('pagehide', () => {
  for (const one of useRemovals.getState().pending) one.run(true)
})
