import { create } from 'zustand'

/** The specification's citation state. */
interface CitationState {
  referenceList: unknown[]
}

export const useCitationState = create<CitationState>()(() => ({ referenceList: [] }))
