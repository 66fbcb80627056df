import type { api, OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './operator.module.css'

type Job = OutputOf<typeof api.admin.jobs>['list'][number]

/** Labels of the states of a job. */
export const jobStateNames: Record<Job['state'], string> = {
  queued: '排队中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
}

interface Props {
  job: Job
  onAct: (job_id: string, action: 'retry' | 'cancel') => void
}

/** Renders one job: its task, its state, its error, and its actions. */
export function JobRow({ job, onAct }: Props) {
  const isCancellable = job.state === 'queued' || job.state === 'running'
  const isRetryable = job.state === 'failed' || job.state === 'cancelled'
  const { title: name } = job
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={job.state === 'failed' ? styles.bad : styles.badge}>
            {jobStateNames[job.state]}
          </span>
          {job.state === 'running' && <span>{Math.round(job.progress * 100)}%</span>}
        </div>
        {(job.error ?? job.note) && <div className={styles.quiet}>{job.error ?? job.note}</div>}
        <div className={styles.quiet}>
          <RelativeTime at={job.finished_at ?? job.created_at} />
          {job.finished_at ? '结束' : '提交'}
          {job.attempts > 1 && `，第 ${job.attempts} 次尝试`}
        </div>
      </div>
      {isCancellable && (
        <Button aria-label={`取消：${name}`} onClick={() => onAct(job.id, 'cancel')}>
          取消
        </Button>
      )}
      {isRetryable && (
        <Button aria-label={`重试：${name}`} onClick={() => onAct(job.id, 'retry')}>
          重试
        </Button>
      )}
    </li>
  )
}
