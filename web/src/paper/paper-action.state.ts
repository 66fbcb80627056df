import type { api, InputOf } from '@scinav/contract'
import { create } from 'zustand'

/** Everything a search finds, for writing it into a file. */
export interface WholeResult {
  query: string
  filters: NonNullable<InputOf<typeof api.citation.export>['filters']>
  exact: boolean
  expand: boolean
  /** How many papers that is. */
  total: number
}

/** What is being done with papers in a dialog. */
export type PaperAction =
  | {
      kind: 'cite' | 'export' | 'keep' | 'compare' | 'full-text'
      /** In the order in which they are to be cited. */
      ids: string[]
    }
  | {
      kind: 'move'
      id: string
      /** The list that the paper is in, and leaves unless it is chosen again. */
      from: string
    }
  | { kind: 'export-all'; result: WholeResult }
  | { kind: 'documents'; ids: string[]; begin: 'text' | 'ris' }

/** The open dialog over papers, or null. `PaperDialogs` shows it; it stands once, over every screen. */
export const usePaperAction = create<{ action: PaperAction | null }>()(() => ({ action: null }))

const openAction =
  (kind: Exclude<PaperAction['kind'], 'export-all' | 'move' | 'documents'>) => (ids: string[]) => {
    if (ids.length > 0) usePaperAction.setState({ action: { kind, ids } })
  }

/** Opens the dialog that prints references to copy. */
export const citePapers = openAction('cite')
/** Opens the same dialog with a file format chosen. */
export const exportPapers = openAction('export')
/** Opens the dialog of references for documents of lists, which may be files of one's own. */
export function citeDocuments(ids: string[], begin: 'text' | 'ris'): void {
  if (ids.length > 0) usePaperAction.setState({ action: { kind: 'documents', ids, begin } })
}
/** Opens the dialog that puts papers into reading lists. */
export const keepPapers = openAction('keep')
/** Opens the same dialog for a paper that was just put into a list. */
export function changeLists(id: string, from: string): void {
  usePaperAction.setState({ action: { kind: 'move', id, from } })
}
/** Opens the table that sets papers side by side. */
export const comparePapers = openAction('compare')
/** Opens the links to where the full text of a paper may be. */
export const findFullText = (id: string) => openAction('full-text')([id])

/** Opens the dialog that writes everything a search finds into a file. */
export function exportResult(result: WholeResult): void {
  usePaperAction.setState({ action: { kind: 'export-all', result } })
}

export const closePaperAction = () => usePaperAction.setState({ action: null })
