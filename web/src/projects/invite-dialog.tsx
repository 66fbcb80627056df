import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './project.module.css'
import { MEMBER_ROLE, type Project, type ProjectRole, rolesBelow } from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'

/** Minimum length of a keyword that `projects.findUsers` accepts, in characters. */
const MIN_KEYWORD_CHARS = 2

/** Renders a search for users by name or account, and adds the selected ones to the project. */
export function InviteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  /** The nicknames of the selected users, by user id. Users stay selected when they are no longer listed. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [role, setRole] = useState<ProjectRole>(MEMBER_ROLE)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { invite } = useMemberActions(project)

  const toggleUser = (user_id: string, nick_name: string) =>
    setChosen((now) => {
      const next = new Map(now)
      if (!next.delete(user_id)) next.set(user_id, nick_name)
      return next
    })
  const addMembers = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await invite([...chosen.keys()], role)
    setBusy(false)
    if (!answer.success) return setProblem(answer.message)
    toast(`${[...chosen.values()].join('、')}已加入${inCorners(project.name)}`)
    onClose()
  }
  return (
    <Panel title={`添加成员到${inCorners(project.name)}`} width={520} fit onClose={onClose}>
      <div className={styles.field}>
        <KeywordField
          label="查找用户"
          placeholder="姓名、昵称或账号，至少两个字"
          value={keyword}
          onChange={setKeyword}
        />
      </div>
      <div className={styles.people}>
        <FoundUsers project_id={project.id} keyword={keyword} chosen={chosen} onToggle={toggleUser} />
      </div>
      <RoleChoice myRole={project.my_role} role={role} onRole={setRole} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={chosen.size === 0} loading={busy} onClick={() => void addMembers()}>
          {chosen.size > 0 ? `添加 ${chosen.size} 人` : '添加'}
        </Button>
      </div>
    </Panel>
  )
}

interface FoundUsersProps {
  project_id: string
  keyword: string
  /** The nicknames of the selected users, by user id. */
  chosen: ReadonlyMap<string, string>
  /** Called when a user is selected or deselected. */
  onToggle: (user_id: string, nick_name: string) => void
}

/**
 * Renders the users that the keyword finds, as checkboxes; while it is too short, the names of the selected
 * users or else a hint.
 */
function FoundUsers({ project_id, keyword, chosen, onToggle }: FoundUsersProps) {
  const isEnough = keyword.length >= MIN_KEYWORD_CHARS
  const people = useRead(
    api.projects.findUsers,
    { project_id, keyword },
    { enabled: isEnough, keepPrevious: true },
  )
  if (!isEnough)
    return (
      <p className={styles.hint}>
        {chosen.size > 0 ? `已选：${[...chosen.values()].join('、')}` : '输入同事的姓名、昵称或账号'}
      </p>
    )
  return (
    <ReadView of={people} what="用户">
      {(list) =>
        list.length === 0 ? (
          <p className={styles.hint}>没有找到{inCorners(keyword)}；已是成员的人不会列出</p>
        ) : (
          <ul>
            {list.map(({ user_id, nick_name, account, avatar_url, organization }) => (
              <li key={user_id}>
                <label className={styles.person}>
                  <input
                    type="checkbox"
                    checked={chosen.has(user_id)}
                    onChange={() => onToggle(user_id, nick_name)}
                  />
                  <Avatar name={nick_name} url={avatar_url} />
                  <span className={styles.words}>
                    {nick_name} <span className={styles.dialogQuiet}>{account}</span>
                  </span>
                  <span className={styles.dialogQuiet}>{organization}</span>
                </label>
              </li>
            ))}
          </ul>
        )
      }
    </ReadView>
  )
}

interface RoleChoiceProps {
  /** The user's own role (see `ProjectRole`), below which roles can be given. */
  myRole: number
  role: ProjectRole
  onRole: (role: ProjectRole) => void
}

/** Renders the choice of the role that the new members get; only roles below one's own. */
function RoleChoice({ myRole, role, onRole }: RoleChoiceProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>加入后的角色</legend>
      {rolesBelow(myRole).map(({ value, name, note }) => (
        <label key={value} className={styles.roleOption}>
          <input type="radio" name="role" checked={role === value} onChange={() => onRole(value)} />
          {name}
          <span className={styles.dialogQuiet}>{note}</span>
        </label>
      ))}
    </fieldset>
  )
}
