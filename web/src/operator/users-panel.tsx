import { api } from '@scinav/contract'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './operator.module.css'
import { PagedList } from './paged-list.tsx'
import { UnownedProjects } from './unowned-projects.tsx'
import { UserRow } from './user-row.tsx'

type Status = '' | 'active' | 'disabled'
type AccountChange = { status?: 'active' | 'disabled'; is_admin?: boolean }

const PAGE_SIZE = 20
const statuses: { value: Status; label: string }[] = [
  { value: '', label: '全部' },
  { value: 'active', label: '正常' },
  { value: 'disabled', label: '已停用' },
]

/** Renders the operator's list of accounts. */
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
          allowClear
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
  const setUser = useWrite(api.admin.setUser, { refreshes: [api.admin.users, api.admin.unownedProjects] })
  const change = async (user_id: string, to: AccountChange, done: string, back?: AccountChange) => {
    const answer = await setUser.mutateAsync({ user_id, ...to })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(done, back && { undo: () => void change(user_id, back, '已撤销') })
  }
  return change
}
