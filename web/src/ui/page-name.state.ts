import { useEffect } from 'react'
import { create } from 'zustand'

/** What the open screen shows one of: the browser's tab names it before the installation. */
export const usePageName = create<{ name: string }>(() => ({ name: '' }))

/** Names what this screen shows, as long as it shows it. */
export function useSetPageName(name: string): void {
  useEffect(() => {
    usePageName.setState({ name })
    return () => usePageName.setState({ name: '' })
  }, [name])
}
