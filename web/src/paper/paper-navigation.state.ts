import { useEffect } from 'react'
import { create } from 'zustand'

/** The papers of the list on the screen, in its order: what the open paper has before and behind it. */
export const usePaperNavigation = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/** Lets a list's papers be walked through while one of them is open. */
export function useNavigablePapers(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    usePaperNavigation.setState({ ids: key === '' ? [] : key.split(' ') })
    return () => usePaperNavigation.setState({ ids: [] })
  }, [key])
}
