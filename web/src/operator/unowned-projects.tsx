import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { useDebounced } from '../ui/timing.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './operator.module.css'
import { PagedList } from './paged-list.tsx'

type Project = OutputOf<typeof api.admin.unownedProjects>['list'][number]
/** A member of a project. */
type ProjectMember = Project['members'][number]

/** Number of projects on a page. */
const PAGE_SIZE = 10
/** Maximum number of users that a search offers. */
const MAX_FOUND_USERS = 20

/** Renders projects without an owner who can log in, which the operator can hand over; nothing when there are none. */
export function UnownedProjects() {
  const [page_num, setPage] = useState(1)
  const projects = useRead(
    api.admin.unownedProjects,
    { page_num, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  if (!projects.data?.total) return null
  return (
    <section className={styles.group} aria-label="待移交的项目">
      <h3>待移交的项目</h3>
      <p className={styles.quiet}>这些项目的创建者都已停用或正在注销，可以移交给一位成员或其他用户。</p>
      <PagedList of={projects} what="待移交的项目" size="small" onPage={setPage}>
        {(list) => (
          <ul>
            {list.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

/** Returns the choice of a member as the new owner. */
const memberOption = ({ user_id, nick_name, account }: ProjectMember) => ({
  value: user_id,
  label: `${nick_name}（${account}）`,
})

/** Renders a project with the choice of its new owner: a member, or another user found by name. */
function ProjectRow({ project }: { project: Project }) {
  /** The chosen new owner. */
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  /** The text typed to find a user. */
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const found = useRead(
    api.admin.users,
    { keyword, status: 'active', page_num: 1, page_size: MAX_FOUND_USERS },
    { enabled: keyword !== '', keepPrevious: true },
  )
  const handOver = useWrite(api.admin.handOverProject, { refreshes: [api.admin.unownedProjects] })
  // The project's members, until somebody else is searched for.
  const people =
    keyword === ''
      ? project.members
      : (found.data?.list ?? []).map(({ id, nick_name, account }) => ({ user_id: id, nick_name, account }))

  const handOverTo = async ({ value: user_id, label }: { value: string; label: string }) => {
    const answer = await handOver.mutateAsync({ project_id: project.id, user_id })
    if (!answer.success) return toast(`没有移交：${answer.message}`, { tone: 'bad' })
    toast(`已把${inCorners(project.name)}移交给${label}`)
  }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.name}>{project.name}</div>
        <div className={styles.quiet}>
          原创建者：{project.owners.map(({ nick_name }) => nick_name).join('、') || '无'}
        </div>
      </div>
      <div className={styles.actions}>
        <Select
          className={styles.servers ?? ''}
          aria-label={`新的创建者：${project.name}`}
          placeholder="选择成员，或查找用户"
          labelInValue
          showSearch={{ filterOption: false, onSearch: setText }}
          notFoundContent={keyword === '' ? '没有可以登录的成员，请输入姓名查找' : '没有找到这个用户'}
          options={people.map(memberOption)}
          {...(chosen && { value: chosen })}
          onChange={setChosen}
        />
        <Button
          type="primary"
          aria-label={`移交：${project.name}`}
          disabled={!chosen}
          loading={handOver.isPending}
          onClick={() => chosen && void handOverTo(chosen)}
        >
          移交
        </Button>
      </div>
    </li>
  )
}
