import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { formatCount } from '../../ui/figures.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { WatchedJob } from '../../ui/views/watched-job.tsx'
import dialogs from '../list/dialogs.module.css'
import { useListAddress } from '../list/list-address.ts'
import type { ListGroup } from '../list/lists.ts'
import { importBase, resetBaseImport, useBaseImport } from './base-import.state.ts'

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

/** Renders the step that the import has reached. */
function ImportStep({ group, onClose }: Props) {
  const current = useBaseImport((store) => store.current)
  switch (current.state) {
    case 'none':
      return <ChooseArchive group={group} />
    case 'sending':
      return (
        <LongWork
          title={`正在上传 ${current.name}`}
          progress={current.progress}
          elapsed={Date.now() - current.startedAt}
          onCancel={current.stop}
        />
      )
    case 'working':
      return (
        <WatchedJob jobId={current.job_id} title="正在导入">
          {() => <BaseImportReport jobId={current.job_id} onClose={onClose} />}
        </WatchedJob>
      )
    case 'failed':
      return (
        <Notice tone="bad" action={<Button onClick={resetBaseImport}>重新选择</Button>}>
          {current.name} 没有导入：{current.problem}
        </Notice>
      )
  }
}

/** Renders the choice of the archive. */
function ChooseArchive({ group }: Pick<Props, 'group'>) {
  return (
    <>
      <p className={dialogs.words}>
        选择「导出整个知识库」得到的压缩包，会新建一个知识库，原文件、题录、文件夹、标签和批注都回到原来的位置。
      </p>
      <FileDrop
        multiple={false}
        accept=".zip"
        note="一个 zip 压缩包；上传和导入在后台进行，可以先关闭这个窗口"
        onFiles={([file]) => file && void importBase(file, group.creates?.project_id)}
      />
    </>
  )
}

type Report = OutputOf<typeof api.baseArchive.importState>

/** Renders the result of an import: how much was imported, and what was not and why. */
function BaseImportReport({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const report = useRead(api.baseArchive.importState, { job_id: jobId })
  const cache = useQueryClient()
  // Refreshes the list, which contains the new knowledge base.
  useEffect(() => void cache.invalidateQueries({ queryKey: [api.datasets.all.path] }), [cache])
  return (
    <ReadView of={report} what="导入结果">
      {(finished) => <ImportOutcome report={finished} onClose={onClose} />}
    </ReadView>
  )
}

/** Renders what an import has brought and what it could not read. */
function ImportOutcome({ report, onClose }: { report: Report; onClose: () => void }) {
  const { go } = useListAddress()
  const { dataset_id, error, failed, remarks } = report
  const open = (id: string) => {
    resetBaseImport()
    onClose()
    go({ dataset_id: id })
  }
  return (
    <>
      {error && <Notice tone={report.state === 'cancelled' ? 'warning' : 'bad'}>{error}</Notice>}
      {dataset_id && <p className={dialogs.words}>{importSummary(report)}</p>}
      {remarks.length > 0 && (
        <section aria-label={failed > 0 ? '没有导入的' : '说明'}>
          <h3 className={dialogs.title}>
            {failed > 0 ? `${formatCount(failed)} 份没有导入，其他说明也列在下面` : '已导入，但有说明'}
          </h3>
          <ul className={dialogs.remarks}>
            {remarks.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name and reason; the list never changes
              <li key={index}>
                <b>{name}</b>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={dialogs.foot}>
        <Button onClick={resetBaseImport}>导入另一个</Button>
        {dataset_id && (
          <Button type="primary" onClick={() => open(dataset_id)}>
            打开
          </Button>
        )}
      </div>
    </>
  )
}

/** Describes in one sentence what was imported. */
function importSummary({ dataset_name, added, joined, annotations }: Report): string {
  const parts = [
    `${formatCount(added)} 份文档`,
    joined > 0 && `${formatCount(joined)} 份与包里另一份相同，合为一份`,
    annotations > 0 && `${formatCount(annotations)} 条批注`,
  ]
  return `${inCorners(dataset_name ?? '')}导入了 ${parts.filter(Boolean).join('，')}。文件正在处理，处理好的就可以检索和提问。`
}
