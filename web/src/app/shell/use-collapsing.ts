import { useCallback, useEffect } from 'react'
import { useHomeState } from '../../api/specified.state.ts'
import { readStored, store } from '../../ui/stored-choice.ts'

const KEY = 'scinav.sider'
const wide = matchMedia('(min-width: 1280px)')

const chosen = () => (wide.matches ? readStored(KEY) === 'collapsed' : true)

/** Folds and unfolds the sider. The choice is stored for wide windows; narrow ones begin folded. */
export function useCollapsing() {
  const collapsed = useHomeState((state) => state.collapsed)

  useEffect(() => {
    const follow = () => useHomeState.setState({ collapsed: chosen() })
    follow()
    wide.addEventListener('change', follow)
    return () => wide.removeEventListener('change', follow)
  }, [])

  const toggle = useCallback(() => {
    const next = !useHomeState.getState().collapsed
    if (wide.matches) store(KEY, next ? 'collapsed' : 'open')
    useHomeState.setState({ collapsed: next })
  }, [])
  return { collapsed, toggle }
}
