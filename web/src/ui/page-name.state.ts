import { useEffect } from 'react'
import { create } from 'zustand'

/** The name of the item on the open screen, `''` for none; the browser tab shows it before the installation's name. */
export const usePageName = create<{ name: string }>(() => ({ name: '' }))

/** Sets the page name while the component is mounted. */
export function useSetPageName(name: string): void {
  useEffect(() => {
    usePageName.setState({ name })
    return () => usePageName.setState({ name: '' })
  }, [name])
}
