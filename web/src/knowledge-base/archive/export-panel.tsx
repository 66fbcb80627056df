import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { fileSize, formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { type Job, WatchedJob } from '../../ui/views/watched-job.tsx'
import dialogs from '../list/dialogs.module.css'
import { forgetExport, rememberExport, useExports } from '../list/list-jobs.ts'
import type { Dataset } from '../list/lists.ts'

/**
 * Renders the export of a whole knowledge base to one file: its contents, its progress, then the file. The export goes
 * on while the panel is closed, and is found again when it is opened.
 */
export function ExportPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const jobId = useExports(({ jobs }) => jobs[dataset.id])
  return (
    <Panel title={`导出${inCorners(dataset.name)}`} width={520} fit onClose={onClose}>
      {jobId ? (
        <WatchedJob jobId={jobId} title="正在打包">
          {(job) => <ExportedFile job={job} onAgain={() => forgetExport(dataset.id)} />}
        </WatchedJob>
      ) : (
        <StartExport dataset={dataset} onClose={onClose} />
      )}
    </Panel>
  )
}

/** Renders what an export contains and the button that starts it. */
function StartExport({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const start = useWrite(api.baseArchive.export)
  const [problem, setProblem] = useState<string>()
  const begin = async () => {
    setProblem(undefined)
    const answer = await start.mutateAsync({ dataset_id: dataset.id })
    if (answer.success) rememberExport(dataset.id, answer.data.job_id)
    else setProblem(answer.message)
  }
  return (
    <>
      <p>
        把 {formatCount(dataset.document_count)} 份文档（{fileSize(dataset.size_bytes)}
        ）打包成一个压缩包：原文件、题录（BibTeX）、文件夹、标签和批注。以后可以用「导入知识库」恢复成一样的知识库。
      </p>
      <p className={dialogs.quiet}>
        批注包括您自己的和成员共享的，不包括别人私有的。打包在后台进行，可以先关闭这个窗口。
      </p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={dialogs.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={start.isPending} onClick={() => void begin()}>
          开始导出
        </Button>
      </div>
    </>
  )
}

/** Renders the link to the finished archive, or why there is none. */
function ExportedFile({ job, onAgain }: { job: Job; onAgain: () => void }) {
  if (job.state !== 'done')
    return (
      <Notice tone="warning" action={<Button onClick={onAgain}>重新开始</Button>}>
        {job.state === 'cancelled' ? '已取消导出' : (job.error ?? '导出没有完成，请重新开始')}
      </Notice>
    )
  return (
    <>
      <Notice>打包完成，请在 24 小时内下载。</Notice>
      <div className={dialogs.foot}>
        <Button onClick={onAgain}>重新导出</Button>
        <Button type="primary" href={`/api/dataset/export/${encodeURIComponent(job.id)}`} download>
          下载
        </Button>
      </div>
    </>
  )
}
