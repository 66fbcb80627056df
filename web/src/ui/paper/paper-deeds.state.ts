import { create } from 'zustand'

/** What is being done with papers in a dialog. */
export interface PaperDeed {
  kind: 'cite' | 'export' | 'keep' | 'compare' | 'full-text'
  /** In the order in which they are to be cited. */
  ids: string[]
}

/** The open dialog over papers, or null. `PaperDeeds` shows it; it stands once, over every screen. */
export const usePaperDeed = create<{ deed: PaperDeed | null }>()(() => ({ deed: null }))

const begin = (kind: PaperDeed['kind']) => (ids: string[]) => {
  if (ids.length > 0) usePaperDeed.setState({ deed: { kind, ids } })
}

/** Opens the dialog that prints references to copy. */
export const citePapers = begin('cite')
/** Opens the dialog that writes references into a file. */
export const exportPapers = begin('export')
/** Opens the dialog that puts papers into reading lists. */
export const keepPapers = begin('keep')
/** Opens the table that sets papers side by side. */
export const comparePapers = begin('compare')

/** Opens the links to where the full text of a paper may be. */
export const findFullText = (id: string) => begin('full-text')([id])

export const endPaperDeed = () => usePaperDeed.setState({ deed: null })
