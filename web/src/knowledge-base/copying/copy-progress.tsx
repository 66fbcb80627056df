import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Notice } from '../../ui/views/notice.tsx'
import { type Job, WatchedJob } from '../../ui/views/watched-job.tsx'
import { forgetCopy, useCopies } from '../list/list-jobs.ts'
import type { Dataset } from '../list/lists.ts'

/** Renders, in a list that was created as a copy, the progress of the copying, then its outcome. */
export function CopyProgress({ dataset: { id } }: { dataset: Dataset }) {
  const jobId = useCopies(({ jobs }) => jobs[id])
  if (!jobId) return null
  return (
    <WatchedJob jobId={jobId} title="正在复制">
      {(job) => <CopyOutcome job={job} onClose={() => forgetCopy(id)} />}
    </WatchedJob>
  )
}

function CopyOutcome({ job, onClose }: { job: Job; onClose: () => void }) {
  const cache = useQueryClient()
  // Once the copying has ended, the list and its counts are read again.
  useEffect(() => {
    for (const { path } of [
      api.datasets.documents,
      api.datasets.folders,
      api.datasets.all,
      api.datasets.figures,
    ])
      void cache.invalidateQueries({ queryKey: [path] })
  }, [cache])
  return (
    <Notice
      tone={job.state === 'done' ? 'info' : 'warning'}
      action={<Button onClick={onClose}>知道了</Button>}
    >
      {outcomes[job.state]}
    </Notice>
  )
}

const unfinishedText = '已复制的部分保留在这里；可以删除后重新复制'

const outcomes: Readonly<Partial<Record<Job['state'], string>>> = {
  done: '复制完成',
  failed: `没有复制完成，${unfinishedText}`,
  cancelled: `已取消复制，${unfinishedText}`,
}
