import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useUser } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import { allowClear } from '../ui/fields/allow-clear.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './operator.module.css'
import { PagedList } from './paged-list.tsx'
import { UnownedProjects } from './unowned-projects.tsx'

type Status = '' | 'active' | 'disabled'
type AccountChange = { status?: 'active' | 'disabled'; is_admin?: boolean; is_checker?: boolean }

const PAGE_SIZE = 20
const statuses: { value: Status; label: string }[] = [
  { value: '', label: '全部' },
  { value: 'active', label: '正常' },
  { value: 'disabled', label: '已停用' },
]

/** Renders the accounts for the operator: find, disable, give roles, and hand over projects without an owner. */
export function UsersPanel({ onClose }: { onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [status, setStatus] = useState<Status>('')
  const [page_num, setPage] = useState(1)
  const input = { keyword, page_num, page_size: PAGE_SIZE, ...(status && { status }) }
  const users = useRead(api.admin.users, input, { keepPrevious: true })
  const change = useUserChange()

  return (
    <Panel title="用户管理" width={920} onClose={onClose}>
      <UnownedProjects />
      <div className={styles.tools}>
        <Input.Search
          allowClear={allowClear}
          className={styles.search ?? ''}
          placeholder="账号、姓名、邮箱或手机号"
          aria-label="查找用户"
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
        <Segmented
          aria-label="账号状态"
          options={statuses}
          value={status}
          onChange={(value) => {
            setStatus(value)
            setPage(1)
          }}
        />
      </div>
      <PagedList
        of={users}
        what="用户列表"
        onPage={setPage}
        empty={{ title: '没有符合条件的用户', note: '换一个词，或选择「全部」' }}
      >
        {(list) => (
          <ul>
            {list.map((account) => (
              <UserRow key={account.id} account={account} onChange={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

/** Returns a function that changes one account and offers to undo the change. */
function useUserChange() {
  // A project has no owner any more when its owners are disabled.
  const setUser = useWrite(api.admin.setUser, { refreshes: [api.admin.users, api.admin.unownedProjects] })
  const changeUser = async (
    user_id: string,
    change: AccountChange,
    doneText: string,
    undoChange?: AccountChange,
  ) => {
    const answer = await setUser.mutateAsync({ user_id, ...change })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(doneText, undoChange && { undo: () => void changeUser(user_id, undoChange, '已撤销') })
  }
  return changeUser
}

type Account = OutputOf<typeof api.admin.users>['list'][number]

interface Props {
  account: Account
  /** Makes a change and reports it with `doneText`; the toast can undo it with `undoChange`. */
  onChange: (user_id: string, change: AccountChange, doneText: string, undoChange: AccountChange) => void
}

/** Renders one account: the user, the last visit, and the operator's actions on it. */
function UserRow({ account, onChange }: Props) {
  const isDisabled = account.status === 'disabled'
  const name = account.nick_name

  return (
    <li className={styles.row} data-off={isDisabled}>
      <Avatar name={name} url={null} />
      <div className={styles.words}>
        <div className={styles.line}>
          <span className={styles.name}>{name}</span>
          {account.is_admin && <span className={styles.badge}>管理员</span>}
          {account.is_checker && <span className={styles.badge}>核对员</span>}
          {isDisabled && <span className={styles.bad}>已停用</span>}
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
      <AccountActions account={account} onChange={onChange} />
    </li>
  )
}

/**
 * Renders what the operator may do with an account. Operators (`is_admin`, 管理员) can neither disable their own account
 * nor give up that role here; they may make themselves 核对员 (`is_checker`), who check many theses at once.
 */
function AccountActions({ account, onChange }: Props) {
  const isSelf = useUser()?.id === account.id
  const isDisabled = account.status === 'disabled'
  const name = account.nick_name
  const toggleStatus = () => {
    const doneText = isDisabled ? `已启用${inCorners(name)}` : `已停用${inCorners(name)}`
    const newStatus = isDisabled ? 'active' : 'disabled'
    const oldStatus = isDisabled ? 'disabled' : 'active'
    onChange(account.id, { status: newStatus }, doneText, { status: oldStatus })
  }
  const toggleRole = (role: Role) => {
    const hasRole = account[role]
    const doneText = `${inCorners(name)}${hasRole ? '不再是' : '现在是'}${roleNames[role]}`
    onChange(account.id, { [role]: !hasRole }, doneText, { [role]: hasRole })
  }
  const roleButton = (role: Role) => {
    const action = `${account[role] ? '取消' : '设为'}${roleNames[role]}`
    return (
      <Button aria-label={`${action}：${name}`} onClick={() => toggleRole(role)}>
        {action}
      </Button>
    )
  }
  return (
    <div className={styles.actions}>
      {roleButton('is_checker')}
      {!isSelf && roleButton('is_admin')}
      {!isSelf && (
        <Button
          danger={!isDisabled}
          aria-label={`${isDisabled ? '启用' : '停用'}：${name}`}
          onClick={toggleStatus}
        >
          {isDisabled ? '启用' : '停用'}
        </Button>
      )}
    </div>
  )
}

const roleNames = { is_admin: '管理员', is_checker: '核对员' } as const
type Role = keyof typeof roleNames
