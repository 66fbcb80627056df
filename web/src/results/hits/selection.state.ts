import { create } from 'zustand'
import { useUserInfo } from '../../api/session.state.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** The most papers that can be worked on at once; what the calls take. */
const MAX_SELECTED = 200
const STORAGE_KEY = 'scinav.selected-papers'

interface SelectionState {
  ids: string[]
  /** What was searched for when they were chosen; null where that is not known. */
  query: string | null
}

/** Papers chosen in the results of one query, across pages and filters, while the tab is open and the person stays. */
export const usePaperSelection = create<SelectionState>()(() => ({ ids: readStoredIds(), query: null }))

useUserInfo.subscribe((now, before) => {
  if (now.userInfo.id !== before.userInfo.id) usePaperSelection.setState({ ids: readStoredIds() })
})

function readStoredIds(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function setSelected(ids: string[]): void {
  usePaperSelection.setState({ ids })
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  } catch {
    return
  }
}

/** Takes papers into the selection or out of it, in the order in which they were chosen. */
export function changeSelection(changed: string[], selected: boolean): void {
  const others = usePaperSelection.getState().ids.filter((id) => !changed.includes(id))
  const ids = selected ? [...others, ...changed] : others
  if (ids.length > MAX_SELECTED) toast(`一次最多选 ${MAX_SELECTED} 篇`, { tone: 'bad' })
  else setSelected(ids)
}

/** Empties the selection where another query is searched: nobody would see what is chosen. */
export function bindSelectionToQuery(query: string): void {
  const { ids, query: before } = usePaperSelection.getState()
  usePaperSelection.setState({ query })
  if (before !== null && before !== query && ids.length > 0) clearSelection()
}

/** Empties the selection; the toast brings it back. */
export function clearSelection(): void {
  const { ids } = usePaperSelection.getState()
  setSelected([])
  toast(`已取消选择 ${ids.length} 篇`, { undo: () => setSelected(ids) })
}
