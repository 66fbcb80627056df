import { useEffect } from 'react'
import { create } from 'zustand'

/** The papers of the list on the screen in order, for stepping to the previous and next one. */
export const usePaperNavigation = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/** Makes a list's papers available for stepping through while one of them is open. */
export function useNavigablePapers(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    usePaperNavigation.setState({ ids: key === '' ? [] : key.split(' ') })
    return () => usePaperNavigation.setState({ ids: [] })
  }, [key])
}
