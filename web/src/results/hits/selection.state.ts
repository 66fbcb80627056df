import { create } from 'zustand'
import { useUserInfo } from '../../api/session.state.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** The most papers that can be worked on at once; what the calls take. */
const MOST = 200
const KEY = 'scinav.selected-papers'

interface Selected {
  ids: string[]
  /** What was searched for when they were chosen; null where that is not known. */
  query: string | null
}

/** Papers chosen in the results of one query, across pages and filters, while the tab is open and the person stays. */
export const useSelection = create<Selected>()(() => ({ ids: stored(), query: null }))

useUserInfo.subscribe((now, before) => {
  if (now.userInfo.id !== before.userInfo.id) useSelection.setState({ ids: stored() })
})

function stored(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function select(ids: string[]): void {
  useSelection.setState({ ids })
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    return
  }
}

/** Takes papers into the selection or out of it, in the order in which they were chosen. */
export function choose(changed: string[], selected: boolean): void {
  const others = useSelection.getState().ids.filter((id) => !changed.includes(id))
  const ids = selected ? [...others, ...changed] : others
  if (ids.length > MOST) toast(`一次最多选 ${MOST} 篇`, { tone: 'bad' })
  else select(ids)
}

/** Empties the selection where another query is searched: nobody would see what is chosen. */
export function selectWithin(query: string): void {
  const { ids, query: before } = useSelection.getState()
  useSelection.setState({ query })
  if (before !== null && before !== query && ids.length > 0) clearSelection()
}

/** Empties the selection; the toast brings it back. */
export function clearSelection(): void {
  const { ids } = useSelection.getState()
  select([])
  toast(`已取消选择 ${ids.length} 篇`, { undo: () => select(ids) })
}
