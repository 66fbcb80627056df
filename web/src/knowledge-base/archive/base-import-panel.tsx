import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { WatchedJob } from '../../ui/views/watched-job.tsx'
import type { ListGroup } from '../list/lists.ts'
import styles from './archive.module.css'
import { importBase, resetBaseImport, useBaseImport } from './base-import.state.ts'
import { BaseImportReport } from './base-import-report.tsx'

interface Props {
  /** The group that will contain the new knowledge base. */
  group: ListGroup
  onClose: () => void
}

/** Renders the import of an exported knowledge base: choosing it, its upload, its result. */
export function BaseImportPanel({ group, onClose }: Props) {
  return (
    <Panel title={`导入知识库到${inCorners(group.name)}`} width={560} fit onClose={onClose}>
      <ImportStep group={group} onClose={onClose} />
    </Panel>
  )
}

function ImportStep({ group, onClose }: Props) {
  const now = useBaseImport(({ now }) => now)
  switch (now.state) {
    case 'none':
      return <ChooseArchive group={group} />
    case 'sending':
      return (
        <LongWork
          title={`正在上传 ${now.name}`}
          progress={now.share}
          elapsed={Date.now() - now.began}
          onCancel={now.stop}
        />
      )
    case 'working':
      return (
        <WatchedJob jobId={now.job_id} title="正在导入">
          {() => <BaseImportReport jobId={now.job_id} onClose={onClose} />}
        </WatchedJob>
      )
    case 'failed':
      return (
        <Notice tone="bad" action={<Button onClick={resetBaseImport}>重新选择</Button>}>
          {now.name} 没有导入：{now.problem}
        </Notice>
      )
  }
}

function ChooseArchive({ group }: Pick<Props, 'group'>) {
  return (
    <>
      <p className={styles.words}>
        选择「导出整个知识库」得到的压缩包，会新建一个知识库，原文件、题录、文件夹、标签和批注都回到原来的位置。
      </p>
      <FileDrop
        multiple={false}
        accept=".zip"
        note="一个 zip 压缩包；上传和导入在后台进行，可以先关闭这个窗口"
        onFiles={([file]) => file && void importBase(file, group.make?.project_id)}
      />
    </>
  )
}
