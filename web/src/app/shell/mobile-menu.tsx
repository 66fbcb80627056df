import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import buttons from '../../ui/buttons/buttons.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { MenuTree } from './menu-tree.tsx'
import { RecentChats } from './recent-chats.tsx'
import styles from './sider.module.css'
import { Brand } from './sider.tsx'

/** Renders the menu of small windows: a drawer behind a button. */
export function MobileMenu() {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of screen closes the drawer
  useEffect(() => drawer.current?.close(), [pathname])

  return (
    <div className={styles.only}>
      <button
        type="button"
        className={buttons.icon}
        aria-label="打开导航"
        onClick={() => drawer.current?.showModal()}
      >
        <Icon name="menu" size={20} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label="导航"
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        <div className={styles.inside}>
          <div className={styles.head}>
            <Brand collapsed={false} />
            <button
              type="button"
              className={buttons.icon}
              aria-label="关闭导航"
              onClick={() => drawer.current?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          <div className={styles.menuScroll}>
            <MenuTree />
            <RecentChats />
          </div>
        </div>
      </dialog>
    </div>
  )
}
