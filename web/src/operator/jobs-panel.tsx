import { api, type OutputOf } from '@scinav/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { JobRow, jobStateNames } from './job-row.tsx'
import styles from './operator.module.css'
import { PagedList } from './paged-list.tsx'

type JobsPage = OutputOf<typeof api.admin.jobs>
/** A state of a job. */
type JobState = JobsPage['list'][number]['state']

/** Number of jobs on a page. */
const PAGE_SIZE = 20
/** The states to filter by; `''` for all. */
const stateOptions: { value: JobState | ''; label: string }[] = [
  { value: '', label: '全部状态' },
  { value: 'queued', label: jobStateNames.queued },
  { value: 'running', label: jobStateNames.running },
  { value: 'done', label: jobStateNames.done },
  { value: 'failed', label: jobStateNames.failed },
  { value: 'cancelled', label: jobStateNames.cancelled },
]

/** Renders the background jobs for the operator, by state and newest first; each can be retried or cancelled. */
export function JobsPanel({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<JobState | ''>('')
  const [page_num, setPage] = useState(1)
  const input = { page_num, page_size: PAGE_SIZE, ...(state && { state }) }
  const jobs = useRead(api.admin.jobs, input, { keepPrevious: true })
  const act = useJobAction()

  return (
    <Panel title="后台任务" width={920} onClose={onClose}>
      <div className={styles.tools}>
        <Select
          className={styles.states ?? ''}
          aria-label="任务状态"
          options={stateOptions}
          value={state}
          onChange={(value) => {
            setState(value)
            setPage(1)
          }}
        />
      </div>
      <PagedList
        of={jobs}
        what="任务列表"
        onPage={setPage}
        empty={{ title: '没有这样的任务', note: '导入、导出和定时任务会列在这里', picture: 'clock' }}
      >
        {(list) => (
          <ul>
            {list.map((job) => (
              <JobRow key={job.id} job={job} onAct={act} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

/** Returns the function that retries or cancels a job. */
function useJobAction() {
  const setJob = useWrite(api.admin.setJob, { refreshes: [api.admin.jobs] })
  return async (job_id: string, action: 'retry' | 'cancel') => {
    const answer = await setJob.mutateAsync({ job_id, action })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(action === 'retry' ? '已重新排队' : '已取消任务')
  }
}
