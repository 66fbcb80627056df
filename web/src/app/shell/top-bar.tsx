import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icons/icon.tsx'
import { hasOwnSearch } from '../entry/routes.ts'
import { AppearanceButton } from './appearance-button.tsx'
import { openPalette } from './palette.state.ts'
import { RobotButton } from './robot-button.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** Quick search where the screen has no search box, appearance and the person's own menu. */
export function TopBar({ menu }: { menu: ReactNode }) {
  const { pathname } = useLocation()
  const isQuick = !hasOwnSearch(pathname)
  return (
    <header className={styles.bar} data-quick={isQuick}>
      {menu}
      {isQuick && (
        <button type="button" className={styles.quick} aria-haspopup="dialog" onClick={openPalette}>
          <Icon name="search" size={16} />
          <span>快速检索文献、页面与操作</span>
          <kbd>/</kbd>
        </button>
      )}
      <span className={styles.gap} />
      <kbd className={styles.hint} title="打开命令面板">
        Ctrl K
      </kbd>
      <RobotButton />
      <AppearanceButton />
      <UserMenu />
    </header>
  )
}
