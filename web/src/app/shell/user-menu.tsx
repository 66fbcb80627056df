import { useUser } from '../../api/user-info.state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { useShellActions } from './shell-actions.ts'
import styles from './user-menu.module.css'

/** The person's own menu at the right of the top bar. */
export function UserMenu() {
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
