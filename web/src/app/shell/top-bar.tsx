import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../api/session.state.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { setAppearance, useAppearance } from '../../ui/appearance.state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import buttons from '../../ui/buttons/buttons.module.css'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { hasOwnSearch } from '../entry/routes.ts'
import { NoticesButton } from './notices.tsx'
import { openPalette } from './palette.state.ts'
import { useShellActions } from './shell-actions.ts'
import styles from './top-bar.module.css'

/** Renders the quick search where the screen has no search box, the appearance switch and the user menu. */
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
      <NoticesButton />
      <AppearanceButton />
      <UserMenu />
    </header>
  )
}

/** Renders the switch between light and dark. */
function AppearanceButton() {
  const dark = useAppearance((state) => state.dark)
  const name = dark ? '切换为浅色外观' : '切换为深色外观'
  return (
    <button
      type="button"
      className={buttons.icon}
      title={name}
      aria-label={name}
      onClick={() => setAppearance(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'moon' : 'sun'} size={20} />
    </button>
  )
}

/** Renders the button that opens the chat about the content of the screen. */
export function RobotButton() {
  return (
    <button
      type="button"
      className={buttons.icon}
      title="AI 助手：就屏幕上的内容提问"
      aria-label="AI 助手"
      aria-haspopup="dialog"
      onClick={() => useHomeState.setState({ aiRobotOpen: true })}
    >
      <Icon name="robot" size={20} />
    </button>
  )
}

/** Renders the user menu at the right of the top bar. */
function UserMenu() {
  const user = useUser()
  const actions = useShellActions()
  if (!user) return null
  return (
    <MenuButton
      label="我的菜单"
      button={<Avatar name={user.nick_name} url={user.avatar_url} />}
      head={
        <>
          <div className={styles.name}>{user.nick_name}</div>
          <div className={styles.account}>{user.organization ?? user.account}</div>
        </>
      }
      actions={actions}
    />
  )
}
