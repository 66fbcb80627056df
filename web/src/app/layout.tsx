import { Outlet } from 'react-router'
import styles from './layout.module.css'
import { Overlays } from './overlays/overlays.tsx'
import { MobileMenu } from './shell/mobile-menu.tsx'
import { Sider } from './shell/sider.tsx'
import { TopBar } from './shell/top-bar.tsx'
import { useCollapsing } from './shell/use-collapsing.ts'

/** The frame of the screens: menu at the left, tools above, panels and palette over everything. */
export function Layout() {
  const { collapsed, toggle } = useCollapsing()
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

// A button and not a link: the address's hash is the route.
function skipToMain() {
  document.getElementById('main')?.focus()
}
