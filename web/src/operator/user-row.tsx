import type { api, OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useUser } from '../api/session.state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './operator.module.css'

type Account = OutputOf<typeof api.admin.users>['list'][number]
type AccountChange = { status?: 'active' | 'disabled'; is_admin?: boolean }

interface Props {
  account: Account
  onChange: (user_id: string, to: AccountChange, done: string, back: AccountChange) => void
}

/** Renders one account: the user, the last visit, and the operator's actions on it. */
export function UserRow({ account, onChange }: Props) {
  const own = useUser()?.id === account.id
  const disabled = account.status === 'disabled'
  const name = account.nick_name

  const toggleStatus = () => {
    const [to, back] = disabled ? (['active', 'disabled'] as const) : (['disabled', 'active'] as const)
    onChange(account.id, { status: to }, disabled ? `已启用${inCorners(name)}` : `已停用${inCorners(name)}`, {
      status: back,
    })
  }
  const toggleOperator = () => {
    const is_admin = !account.is_admin
    const done = is_admin ? `${inCorners(name)}现在是管理员` : `${inCorners(name)}不再是管理员`
    onChange(account.id, { is_admin }, done, { is_admin: !is_admin })
  }
  return (
    <li className={styles.row} data-off={disabled}>
      <Avatar name={name} url={null} />
      <div className={styles.words}>
        <div className={styles.line}>
          <span className={styles.name}>{name}</span>
          {account.is_admin && <span className={styles.badge}>管理员</span>}
          {disabled && <span className={styles.bad}>已停用</span>}
        </div>
        <div className={styles.quiet}>
          {[account.account, account.email ?? account.phone, account.organization]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <div className={styles.quiet}>
          <RelativeTime at={account.created_at} />
          注册
          {account.last_seen_at && (
            <>
              ，<RelativeTime at={account.last_seen_at} />
              活动
            </>
          )}
        </div>
      </div>
      {!own && (
        <div className={styles.actions}>
          <Button
            aria-label={`${account.is_admin ? '取消管理员' : '设为管理员'}：${name}`}
            onClick={toggleOperator}
          >
            {account.is_admin ? '取消管理员' : '设为管理员'}
          </Button>
          <Button
            danger={!disabled}
            aria-label={`${disabled ? '启用' : '停用'}：${name}`}
            onClick={toggleStatus}
          >
            {disabled ? '启用' : '停用'}
          </Button>
        </div>
      )}
    </li>
  )
}
