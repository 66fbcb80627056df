import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useStream } from '../../api/use-stream.ts'
import { useWrite } from '../../api/use-write.ts'
import { LongWork } from './long-work.tsx'
import { Notice } from './notice.tsx'

/** The state of a background job on the server. */
export type Job = OutputOf<typeof api.jobs.watch>

const isFinished = ({ state }: Job) => state === 'done' || state === 'failed' || state === 'cancelled'

interface Props {
  jobId: string
  /** Name of the running work. */
  title: string
  /** Renders the result of a job that is done, failed or cancelled. */
  children: (ended: Job) => ReactNode
}

/** Renders a running job: its progress, 取消, and 重试 when its stream fails. */
export function WatchedJob({ jobId, title, children }: Props) {
  const { event: job, failure, reconnect } = useStream(api.jobs.watch, { job_id: jobId }, isFinished)
  const cancel = useWrite(api.jobs.cancel)
  if (failure)
    return (
      <Notice tone="bad" action={<Button onClick={reconnect}>重试</Button>}>
        {failure.message}
      </Notice>
    )
  if (job && isFinished(job)) return children(job)
  return (
    <LongWork
      title={title}
      progress={job?.progress ?? 0}
      note={job?.note ?? '正在排队'}
      {...(job && { elapsed: Date.now() - Date.parse(job.created_at) })}
      onCancel={() => void cancel.mutateAsync({ job_id: jobId })}
    />
  )
}
