import { useEffect } from 'react'
import { useHomeState } from '../api/specified.state.ts'
import { readStored } from '../ui/stored-choice.ts'

/** Where the layout keeps whether the person folded the menu or unfolded it. */
const SIDER_KEY = 'scinav.sider'

/** Folds the menu while somebody reads, because the text needs the room, unless they have chosen how it stands. */
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
