import { useEffect } from 'react'
import { create } from 'zustand'

/** The papers of the list on the screen, in its order: what the open paper has before and behind it. */
export const usePaperWalk = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/** Lets a list's papers be walked through while one of them is open. */
export function useWalkThrough(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    usePaperWalk.setState({ ids: key === '' ? [] : key.split(' ') })
    return () => usePaperWalk.setState({ ids: [] })
  }, [key])
}
