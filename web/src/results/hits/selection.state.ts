import { create } from 'zustand'
import { useUserInfo } from '../../api/session.state.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** Maximum number of selected papers, as many as the calls accept. */
const MAX_SELECTED = 200
/** The key under which the browser keeps the selected ids for as long as the tab is open. */
const STORAGE_KEY = 'scinav.selected-papers'

/** The selected papers. */
interface SelectionState {
  ids: string[]
  /** The query they were selected under; null when that is unknown. */
  query: string | null
}

/**
 * Papers selected in the results of one query, across pages and filters, for as long as the tab is open and the user
 * stays logged in.
 */
export const usePaperSelection = create<SelectionState>()(() => ({ ids: readStoredIds(), query: null }))

// Another user who logs in has a selection of their own.
useUserInfo.subscribe((current, before) => {
  if (current.userInfo.id !== before.userInfo.id) usePaperSelection.setState({ ids: readStoredIds() })
})

/** Returns the ids stored in the tab; [] when there are none or they cannot be read. */
function readStoredIds(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Sets the selected papers, and stores them in the tab where that is allowed. */
function setSelected(ids: string[]): void {
  usePaperSelection.setState({ ids })
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  } catch {
    return
  }
}

/**
 * Adds papers to the end of the selection (`selected` true) or removes them; a toast reports when it becomes too
 * large.
 */
export function changeSelection(changed: string[], selected: boolean): void {
  const others = usePaperSelection.getState().ids.filter((id) => !changed.includes(id))
  const ids = selected ? [...others, ...changed] : others
  if (ids.length > MAX_SELECTED) toast(`一次最多选 ${MAX_SELECTED} 篇`, { tone: 'bad' })
  else setSelected(ids)
}

/** Clears the selection when the query changes, because the selected papers would no longer be visible. */
export function bindSelectionToQuery(query: string): void {
  const { ids, query: before } = usePaperSelection.getState()
  usePaperSelection.setState({ query })
  if (before !== null && before !== query && ids.length > 0) clearSelection()
}

/** Clears the selection; the toast can restore it. */
export function clearSelection(): void {
  const { ids } = usePaperSelection.getState()
  setSelected([])
  toast(`已取消选择 ${ids.length} 篇`, { undo: () => setSelected(ids) })
}
