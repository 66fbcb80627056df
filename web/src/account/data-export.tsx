import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { type Job, WatchedJob } from '../ui/views/watched-job.tsx'

/** Renders the start of the data export, its progress, and the download. */
export function DataExport() {
  const [jobId, setJobId] = useState<string>()
  const start = useWrite(api.user.exportData)
  const begin = async () => {
    const answer = await start.mutateAsync({})
    if (answer.success) setJobId(answer.data.job_id)
    else toast(`没有开始导出：${answer.message}`, { tone: 'bad' })
  }
  if (jobId)
    return (
      <WatchedJob jobId={jobId} title="正在打包">
        {(job) => <ExportOutcome job={job} onAgain={() => setJobId(undefined)} />}
      </WatchedJob>
    )
  return (
    <Button loading={start.isPending} onClick={begin}>
      开始导出
    </Button>
  )
}

function ExportOutcome({ job, onAgain }: { job: Job; onAgain: () => void }) {
  if (job.state === 'done')
    return (
      <Notice
        action={
          <Button type="primary" href={`/api/user/export/${encodeURIComponent(job.id)}`} download>
            下载
          </Button>
        }
      >
        打包完成
      </Notice>
    )
  return (
    <Notice tone="warning" action={<Button onClick={onAgain}>重新开始</Button>}>
      {job.state === 'cancelled' ? '已取消导出' : (job.error ?? '导出没有完成')}
    </Notice>
  )
}
