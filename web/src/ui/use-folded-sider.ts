import { useEffect } from 'react'
import { useHomeState } from '../api/specified.state.ts'
import { readStored } from './stored-choice.ts'

/** The key of `layout.tsx` under which it stores whether the user has collapsed or expanded the sidebar. */
const SIDER_KEY = 'scinav.sider'

/**
 * Collapses the sidebar while the calling screen, whose text needs the space, is open, and then restores its
 * former state; does nothing once the user has chosen the state.
 */
export function useFoldedSider(): void {
  useEffect(() => {
    if (readStored(SIDER_KEY) !== null) return
    const { collapsed } = useHomeState.getState()
    useHomeState.setState({ collapsed: true })
    return () => {
      if (readStored(SIDER_KEY) === null) useHomeState.setState({ collapsed })
    }
  }, [])
}
