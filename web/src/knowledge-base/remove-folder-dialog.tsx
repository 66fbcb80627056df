import type { FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { formatCount } from '../ui/figures.ts'
import { Notice } from '../ui/views/notice.tsx'
import { flattenFolders } from './folders.ts'
import styles from './list/dialogs.module.css'

interface Props {
  folder: FolderTree
  /** Deletes the folder; closes the dialog when it resolves to a success. */
  onRemove: (keep_documents: boolean) => Promise<Answer<unknown>>
  onClose: () => void
}

/** Asks whether the papers of a deleted folder are kept. */
export function RemoveFolderDialog({ folder, onRemove, onClose }: Props) {
  const [keepsDocuments, setKeepsDocuments] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const subfolderCount = flattenFolders(folder.children).length
  const contents = [
    subfolderCount > 0 && `${formatCount(subfolderCount)} 个子文件夹`,
    folder.document_count > 0 && `${formatCount(folder.document_count)} 篇文献`,
  ].filter(Boolean)

  const removeFolder = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await onRemove(keepsDocuments)
    setBusy(false)
    if (answer.success) onClose()
    else setProblem(answer.message)
  }
  return (
    <Panel title={`删除文件夹${inCorners(folder.name)}`} width={480} fit onClose={onClose}>
      <p>{contents.length > 0 ? `其中有 ${contents.join('和 ')}。` : '这个文件夹是空的。'}</p>
      {contents.length > 0 && (
        <Radio.Group
          className={styles.choices ?? ''}
          vertical
          value={keepsDocuments}
          onChange={({ target }) => setKeepsDocuments(target.value === true)}
          options={[
            { value: true, label: '文献留在清单里' },
            { value: false, label: '文献一起移出清单' },
          ]}
        />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button danger type="primary" loading={busy} onClick={removeFolder}>
          删除
        </Button>
      </div>
    </Panel>
  )
}
