import { PasswordChange } from './password-change.tsx'
import { SessionList } from './session-list.tsx'
import styles from './settings.module.css'

/** The password, and where the account is logged in. */
export function SecuritySetting() {
  return (
    <>
      <div className={styles.block}>
        <h3>登录设备</h3>
        <SessionList />
      </div>
      <div className={styles.block}>
        <h3>修改密码</h3>
        <PasswordChange />
      </div>
    </>
  )
}
