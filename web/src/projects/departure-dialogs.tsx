import { inCorners } from '@scinav/contract/quoted'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { formatCount } from '../ui/figures.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './project.module.css'
import type { Project } from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'
import { useProjectActions } from './use-project-actions.ts'

interface Props {
  project: Project
  /** Called after `onClose` when the project is in the bin. */
  onDeleted: () => void
  onClose: () => void
}

/** Longest name of a project, in characters. */
const MAX_NAME_CHARS = 60

/** Renders the deletion of a project, which requires typing its name. */
export function DeleteDialog({ project, onDeleted, onClose }: Props) {
  const { moveToBin } = useProjectActions()
  const field = useId()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const matches = name.trim() === project.name

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (!matches) return
    setBusy(true)
    setProblem(undefined)
    const answer = await moveToBin(project, name.trim())
    setBusy(false)
    if (!answer.success) return setProblem(answer.message)
    onClose()
    onDeleted()
  }
  return (
    <Panel title={`删除${inCorners(project.name)}`} width={480} fit onClose={onClose}>
      <form onSubmit={remove}>
        <p>
          项目和其中的 {formatCount(project.dataset_count)} 个知识库会移到回收站，
          {formatCount(project.member_count)} 位成员都不能再打开。30 天内您可以恢复，之后不能。
        </p>
        <div className={styles.field}>
          <label htmlFor={field}>请输入项目名称「{project.name}」以确认</label>
          <Input
            id={field}
            value={name}
            maxLength={MAX_NAME_CHARS}
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button danger type="primary" htmlType="submit" disabled={!matches} loading={busy}>
            删除项目
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface LeaveDialogProps {
  project: Project
  /** Called after `onClose` when the user is no longer a member. */
  onLeft: () => void
  onClose: () => void
}

/** Asks for confirmation before leaving a project, because the user cannot undo it. */
export function LeaveDialog({ project, onLeft, onClose }: LeaveDialogProps) {
  const { leave } = useMemberActions(project)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leaveProject = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await leave()
    setBusy(false)
    if (!answer.success) return setProblem(answer.message)
    toast(`您已退出${inCorners(project.name)}`, { travels: true })
    onClose()
    onLeft()
  }
  return (
    <Panel title={`退出${inCorners(project.name)}`} width={480} fit onClose={onClose}>
      <p>退出后您不能再打开项目里的知识库；您加入的文献会留在项目里。要回来需要项目的管理员再次添加。</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button danger type="primary" loading={busy} onClick={() => void leaveProject()}>
          退出项目
        </Button>
      </div>
    </Panel>
  )
}
