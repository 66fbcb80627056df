import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './dialogs.module.css'
import type { Project } from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'

interface Props {
  project: Project
  onLeft: () => void
  onClose: () => void
}

/** Asks for confirmation before leaving a project, because the user cannot undo it. */
export function LeaveDialog({ project, onLeft, onClose }: Props) {
  const { leave } = useMemberActions(project)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async () => {
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
        <Button danger type="primary" loading={busy} onClick={() => void go()}>
          退出项目
        </Button>
      </div>
    </Panel>
  )
}
