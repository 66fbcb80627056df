import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useStream } from '../api/use-stream.ts'
import { useWrite } from '../api/use-write.ts'
import { LongWork } from '../ui/long-work.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.state.ts'

type Job = OutputOf<typeof api.jobs.watch>

const isOver = ({ state }: Job) => state === 'done' || state === 'failed' || state === 'cancelled'

/** Starts the export, shows how far it is, and offers the file. */
export function DataExport() {
  const [jobId, setJobId] = useState<string>()
  const start = useWrite(api.user.exportData)
  const begin = async () => {
    const answer = await start.mutateAsync({})
    if (answer.success) setJobId(answer.data.job_id)
    else toast(`没有开始导出：${answer.message}`, { tone: 'bad' })
  }
  if (jobId) return <Progress jobId={jobId} onAgain={() => setJobId(undefined)} />
  return (
    <Button loading={start.isPending} onClick={begin}>
      开始导出
    </Button>
  )
}

function Progress({ jobId, onAgain }: { jobId: string; onAgain: () => void }) {
  const { event: job, failure, again } = useStream(api.jobs.watch, { job_id: jobId }, isOver)
  const cancel = useWrite(api.jobs.cancel)

  if (failure)
    return (
      <Notice tone="bad" action={<Button onClick={again}>重试</Button>}>
        {failure.message}
      </Notice>
    )
  if (job?.state === 'done')
    return (
      <Notice
        action={
          <Button type="primary" href={`/api/user/export/${encodeURIComponent(jobId)}`} download>
            下载
          </Button>
        }
      >
        打包完成
      </Notice>
    )
  if (job && isOver(job))
    return (
      <Notice tone="warning" action={<Button onClick={onAgain}>重新开始</Button>}>
        {job.state === 'cancelled' ? '已取消导出' : (job.error ?? '导出没有完成')}
      </Notice>
    )
  return (
    <LongWork
      title="正在打包"
      progress={job?.progress ?? 0}
      note={job?.note ?? '正在排队'}
      {...(job && { elapsed: Date.now() - Date.parse(job.created_at) })}
      onCancel={() => void cancel.mutateAsync({ job_id: jobId })}
    />
  )
}
