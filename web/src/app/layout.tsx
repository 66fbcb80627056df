import { useCallback, useLayoutEffect } from 'react'
import { Outlet } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { readStored, writeStored } from '../ui/stored-choice.ts'
import styles from './layout.module.css'
import { Overlays } from './overlays/overlays.tsx'
import { MobileMenu } from './shell/mobile-menu.tsx'
import { Sider } from './shell/sider.tsx'
import { TopBar } from './shell/top-bar.tsx'

/** Renders the frame of the screens: menu at the left, tools above, panels and palette over everything. */
export function Layout() {
  const { collapsed, toggle } = useSiderCollapse()
  return (
    <div className={styles.layout} data-collapsed={collapsed}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        跳到正文
      </button>
      <Sider collapsed={collapsed} onToggle={toggle} />
      <div className={styles.page}>
        <TopBar menu={<MobileMenu />} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Overlays />
    </div>
  )
}

/**
 * Focuses the screen's content. Called by a button rather than a link, because the hash of the address is the route.
 */
function skipToMain() {
  document.getElementById('main')?.focus()
}

/** Key under which the browser stores whether the sidebar is collapsed. */
const SIDER_KEY = 'scinav.sider'
/** Matches windows with room for the open sidebar beside a screen. */
const wideViewport = matchMedia('(min-width: 1280px)')

/** Returns whether the sidebar is collapsed at first: as stored in a wide window, always in a narrow one. */
const isInitiallyCollapsed = () => (wideViewport.matches ? readStored(SIDER_KEY) === 'collapsed' : true)

/** Collapses and expands the sidebar. The choice is stored for wide windows; narrow windows start collapsed. */
function useSiderCollapse() {
  const collapsed = useHomeState((state) => state.collapsed)

  // A layout effect, so that it comes before `useFoldedSider` of a screen that opens together with the layout.
  useLayoutEffect(() => {
    const reset = () => useHomeState.setState({ collapsed: isInitiallyCollapsed() })
    reset()
    wideViewport.addEventListener('change', reset)
    return () => wideViewport.removeEventListener('change', reset)
  }, [])

  const toggle = useCallback(() => {
    const next = !useHomeState.getState().collapsed
    if (wideViewport.matches) writeStored(SIDER_KEY, next ? 'collapsed' : 'open')
    useHomeState.setState({ collapsed: next })
  }, [])
  return { collapsed, toggle }
}
