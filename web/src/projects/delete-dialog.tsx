import { inCorners } from '@scinav/contract/quoted'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { formatCount } from '../ui/figures.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './dialogs.module.css'
import type { Project } from './projects.ts'
import { useProjectActions } from './use-project-actions.ts'

interface Props {
  project: Project
  onDeleted: () => void
  onClose: () => void
}

/** Renders the deletion of a project, which requires typing its name. */
export function DeleteDialog({ project, onDeleted, onClose }: Props) {
  const { throwAway } = useProjectActions()
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
    const answer = await throwAway(project, name.trim())
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
            maxLength={60}
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
