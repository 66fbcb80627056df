import type { api, InputOf } from '@scinav/contract'
import { create } from 'zustand'

/** All results of a search, to be exported to a file. */
export interface WholeResult {
  query: string
  filters: NonNullable<InputOf<typeof api.citation.export>['filters']>
  exact: boolean
  expand: boolean
  /** Number of results. */
  total: number
}

/** The paper action whose dialog is open. */
export type PaperAction =
  | {
      kind: 'cite' | 'export' | 'keep' | 'compare' | 'full-text'
      /** In citation order. */
      ids: string[]
    }
  | {
      kind: 'move'
      id: string
      /** The present list of the paper, from which it is removed unless it is chosen again. */
      from: string
    }
  | { kind: 'export-all'; result: WholeResult }
  | { kind: 'documents'; ids: string[]; format: 'text' | 'ris' }

/** The open paper dialog, or null. `PaperDialogs`, mounted once over every screen, renders it. */
export const usePaperAction = create<{ action: PaperAction | null }>()(() => ({ action: null }))

/** Creates the function that opens the dialog of an action for papers; without papers it does nothing. */
const openAction =
  (kind: Exclude<PaperAction['kind'], 'export-all' | 'move' | 'documents'>) => (ids: string[]) => {
    if (ids.length > 0) usePaperAction.setState({ action: { kind, ids } })
  }

/** Opens the dialog that formats references. */
export const citePapers = openAction('cite')
/** Opens the dialog that formats references, with a file format selected. */
export const exportPapers = openAction('export')
/** Opens the references dialog for documents of lists, which may be files of one's own. */
export function citeDocuments(ids: string[], format: 'text' | 'ris'): void {
  if (ids.length > 0) usePaperAction.setState({ action: { kind: 'documents', ids, format } })
}
/** Opens the dialog that adds papers to reading lists. */
export const openKeepDialog = openAction('keep')
/** Opens that dialog for a paper that was just added to the list `from`, to exchange the list for others. */
export function changeLists(id: string, from: string): void {
  usePaperAction.setState({ action: { kind: 'move', id, from } })
}
/** Opens the comparison table of papers. */
export const comparePapers = openAction('compare')
/** Opens the links to possible full texts of a paper. */
export const findFullText = (id: string) => openAction('full-text')([id])

/** Opens the dialog that exports all results of a search. */
export function exportResult(result: WholeResult): void {
  usePaperAction.setState({ action: { kind: 'export-all', result } })
}

/** Closes the dialog of the action. */
export const closePaperAction = () => usePaperAction.setState({ action: null })
