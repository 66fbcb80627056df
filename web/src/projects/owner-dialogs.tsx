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
import { type Member, OWNER_ROLE, type Project, roleName } from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'

/** Number of members offered; others are found by name. */
const MAX_MEMBERS = 100

/** Renders the hand-over of a project: another member becomes its owner, and the previous owner a manager. */
export function HandOverDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [nick_name, setNickName] = useState('')
  /** Id of the selected user; `''` for none. */
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { handOver } = useMemberActions(project)
  const members = useRead(
    api.projects.members,
    { project_id: project.id, page_num: 1, page_size: MAX_MEMBERS, nick_name },
    { keepPrevious: true },
  )
  const handOverProject = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await handOver(chosen)
    setBusy(false)
    if (!answer.success) return setProblem(answer.message)
    toast(`${inCorners(project.name)}已移交给${answer.data.nick_name}，您现在是管理员`)
    onClose()
  }
  return (
    <Panel title={`移交${inCorners(project.name)}`} width={520} fit onClose={onClose}>
      <p>选中的成员成为创建者，您成为管理员。这一步您自己不能撤回。</p>
      <div className={styles.field}>
        <KeywordField label="查找成员" placeholder="姓名或昵称" value={nick_name} onChange={setNickName} />
      </div>
      <div className={styles.people}>
        <ReadView of={members} what="成员">
          {({ list }) => {
            const others = list.filter(({ role }) => role > OWNER_ROLE)
            if (others.length === 0) return <p className={styles.hint}>没有可以接手的成员，请先添加一位。</p>
            return (
              <ul>
                {others.map((member) => (
                  <li key={member.user_id}>
                    <label className={styles.person}>
                      <input
                        type="radio"
                        name="new-owner"
                        checked={chosen === member.user_id}
                        onChange={() => setChosen(member.user_id)}
                      />
                      <Avatar name={member.nick_name} url={member.avatar_url} />
                      <span className={styles.words}>
                        {member.nick_name} <span className={styles.dialogQuiet}>{member.account}</span>
                      </span>
                      <span className={styles.dialogQuiet}>{roleName(member.role)}</span>
                    </label>
                  </li>
                ))}
              </ul>
            )
          }}
        </ReadView>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={chosen === ''} loading={busy} onClick={() => void handOverProject()}>
          移交项目
        </Button>
      </div>
    </Panel>
  )
}

interface MakeOwnerDialogProps {
  project: Project
  member: Member
  onClose: () => void
}

/**
 * Asks for confirmation before making a member an owner, who has the same rights and can only step down voluntarily.
 */
export function MakeOwnerDialog({ project, member, onClose }: MakeOwnerDialogProps) {
  const { setRole } = useMemberActions(project)
  const [busy, setBusy] = useState(false)
  const makeOwner = async () => {
    setBusy(true)
    await setRole(member, OWNER_ROLE)
    onClose()
  }
  return (
    <Panel title={`把${member.nick_name}设为创建者`} width={480} fit onClose={onClose}>
      <p>
        创建者之间权限相同：{member.nick_name}可以移交和删除{inCorners(project.name)}，您不能再更改其角色。
      </p>
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={busy} onClick={() => void makeOwner()}>
          设为创建者
        </Button>
      </div>
    </Panel>
  )
}
