import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { Notice } from '../ui/views/notice.tsx'
import styles from './list/dialogs.module.css'
import type { Dataset } from './list/lists.ts'
import { useListActions } from './use-list-actions.ts'

/** Renders whether texts of a dataset may be sent to outside models; its managers decide. */
export function OutsideModelsPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { setOutsideAllowed } = useListActions()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isAllowed = dataset.external_model_allowed
  const isLocked = dataset.external_model_locked && !isAllowed
  const toggle = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await setOutsideAllowed(dataset, !isAllowed)
    setBusy(false)
    if (answer.success) onClose()
    else setProblem(answer.message)
  }
  return (
    <Panel title={`外部模型与${inCorners(dataset.name)}`} width={480} fit onClose={onClose}>
      <p>
        {isAllowed
          ? '现在，这里的正文可以发送给站外的模型：提问、翻译和解读时，用到的段落会离开本站。'
          : '现在，这里的正文不会发送给站外的模型：管理员配置的模型在站外时，提问得到的是原文摘录，翻译和解读不可用。'}
      </p>
      <p className={styles.quiet}>
        {dataset.visibility === 'private'
          ? '只影响这个知识库。以后可以随时更改；已经发送的内容收不回来。'
          : '对能看到这个知识库的所有人生效。以后可以随时更改；已经发送的内容收不回来。'}
      </p>
      {isLocked && (
        <Notice tone="info">
          这里有复制自其他知识库的内容，那里不允许站外的模型处理，所以不能开放。需要时请联系原知识库的管理者。
        </Notice>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={isLocked} loading={busy} onClick={() => void toggle()}>
          {isAllowed ? '不再发送' : '允许发送'}
        </Button>
      </div>
    </Panel>
  )
}
