import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePolling } from '../../api/use-polling.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { fileSize, formatCount } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { jobStateNames } from '../job-row.tsx'
import shared from '../operator.module.css'
import { PagedList } from '../paged-list.tsx'
import styles from './import.module.css'
import { BrokenRecords } from './import-broken.tsx'

/** Number of imports on a page. */
const PAGE_SIZE = 10

/** Renders the imports, newest first, and polls while some are running. */
export function ImportRuns() {
  const [page_num, setPage] = useState(1)
  const runs = useRead(api.library.imports, { page_num, page_size: PAGE_SIZE }, { keepPrevious: true })
  usePolling(runs.data?.list.some(isRunning) ?? false, runs.refetch)

  return (
    <section className={styles.runs} aria-label="导入记录">
      <h3>
        导入记录
        {runs.data && (
          <span className={styles.quiet}>本馆文献现有 {formatCount(runs.data.paper_count)} 篇</span>
        )}
      </h3>
      <PagedList
        of={runs}
        what="导入记录"
        onPage={setPage}
        empty={{ title: '还没有导入过文献', note: '把题录文件拖到上面，上传后开始导入', picture: 'shelf' }}
      >
        {(list) => (
          <ul>
            {list.map((run) => (
              <ImportRunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

type Run = OutputOf<typeof api.library.imports>['list'][number]

/** Returns whether an import is queued or running. */
const isRunning = ({ state }: Run) => state === 'queued' || state === 'running'

/** Renders one import: its progress or its result. */
function ImportRunRow({ run }: { run: Run }) {
  const jobAction = useJobAction()
  const act = run.job_id === null ? undefined : jobAction(run.job_id)
  return (
    <li className={styles.run}>
      {isRunning(run) ? <RunningImport run={run} act={act} /> : <FinishedImport run={run} act={act} />}
    </li>
  )
}

interface Props {
  run: Run
  /** Retries or cancels the import; absent when its job no longer exists. */
  act: ((action: 'retry' | 'cancel') => void) | undefined
}

/** Renders how far an import is. */
function RunningImport({ run, act }: Props) {
  return (
    <LongWork
      title={`${run.state === 'queued' ? '等待导入' : '正在导入'} ${run.file_name}`}
      progress={run.size_bytes > 0 ? Math.min(1, run.read_bytes / run.size_bytes) : 0}
      note={run.records > 0 ? outcomeText(run) : (run.format ?? '正在识别格式')}
      elapsed={Date.now() - Date.parse(run.created_at)}
      {...(act && { onCancel: () => act('cancel') })}
    />
  )
}

/** Renders how an import ended, with the records that could not be read or only in part. */
function FinishedImport({ run, act }: Props) {
  const [open, setOpen] = useState<'broken' | 'warning'>()
  return (
    <>
      <Heading run={run} />
      {run.error && <div className={styles.problem}>{run.error}</div>}
      {run.records > 0 && <div>{outcomeText(run)}</div>}
      <div className={styles.foot}>
        <span className={shared.quiet}>
          {fileSize(run.size_bytes)} · <RelativeTime at={run.finished_at ?? run.created_at} />
        </span>
        <RecordsToggle run={run} kind="broken" open={open} onOpen={setOpen} />
        <RecordsToggle run={run} kind="warning" open={open} onOpen={setOpen} />
        {run.state === 'failed' && act && (
          <Button size="small" aria-label={`重试：${run.file_name}`} onClick={() => act('retry')}>
            重试
          </Button>
        )}
      </div>
      {open && <BrokenRecords key={open} importId={run.id} kind={open} />}
    </>
  )
}

interface RecordsToggleProps {
  run: Run
  kind: 'broken' | 'warning'
  open: 'broken' | 'warning' | undefined
  onOpen: (kind: 'broken' | 'warning' | undefined) => void
}

/** Renders the toggle of the list of unreadable records, or of records with warnings. */
function RecordsToggle({ run, kind, open, onOpen }: RecordsToggleProps) {
  const count = kind === 'broken' ? run.broken : run.warnings
  if (count === 0) return null
  const openLabel =
    kind === 'broken' ? `查看无法读取的 ${formatCount(count)} 条` : `查看有提示的 ${formatCount(count)} 条`
  const label = open === kind ? '收起' : openLabel
  return (
    <Button
      size="small"
      aria-expanded={open === kind}
      aria-label={`${label}：${run.file_name}`}
      onClick={() => onOpen(open === kind ? undefined : kind)}
    >
      {label}
    </Button>
  )
}

/** Renders the name of the file with its format, and its state unless it is done. */
function Heading({ run }: { run: Run }) {
  return (
    <div className={shared.line}>
      <span className={shared.name}>{run.file_name}</span>
      {run.format && <span className={shared.badge}>{run.format}</span>}
      {run.state !== 'done' && (
        <span className={run.state === 'failed' ? shared.bad : shared.badge}>{jobStateNames[run.state]}</span>
      )}
    </div>
  )
}

/** Formats the result: `读入 95,630 条：新增 94,300，合并 1,318，12 条无法读取`. */
function outcomeText({ records, added, merged, unchanged, broken, warnings }: Run): string {
  const parts = [
    added > 0 && `新增 ${formatCount(added)}`,
    merged > 0 && `合并 ${formatCount(merged)}`,
    unchanged > 0 && `未变 ${formatCount(unchanged)}`,
    broken > 0 && `${formatCount(broken)} 条无法读取`,
    warnings > 0 && `${formatCount(warnings)} 条有提示`,
  ].filter(Boolean)
  return `读入 ${formatCount(records)} 条${parts.length > 0 ? `：${parts.join('，')}` : ''}`
}

/** Returns a function from the id of a job to the function that retries or cancels it. */
function useJobAction() {
  const setJob = useWrite(api.admin.setJob, { refreshes: [api.library.imports] })
  return (job_id: string) => async (action: 'retry' | 'cancel') => {
    const answer = await setJob.mutateAsync({ job_id, action })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(action === 'cancel' ? '已取消导入，读入的文献会保留' : '已重新排队')
  }
}
