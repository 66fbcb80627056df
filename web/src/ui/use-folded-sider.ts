import { useEffect } from 'react'
import { useHomeState } from '../api/specified.state.ts'
import { readStored } from './stored-choice.ts'

/** The key under which the layout stores whether the user has collapsed or expanded the sidebar. */
const SIDER_KEY = 'scinav.sider'

/** Collapses the sidebar while a screen is open whose text needs the space, unless the user has chosen its state. */
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
