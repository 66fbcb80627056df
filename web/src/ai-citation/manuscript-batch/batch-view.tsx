import { api, manuscriptSeverities, manuscriptSeverityNames } from '@scinav/contract'
import { useIsChecker } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { timeLeft } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../manuscript-check/manuscript-check.module.css'
import { type Batch, batchStateNames, countTheses } from './batch-labels.ts'
import { ThesisTable } from './thesis-table.tsx'
import { usePoll } from './use-poll.ts'

/** Renders a batch: how far it is, its figures, and the table of its theses. */
export function BatchView({ batch_id }: { batch_id: string }) {
  const batch = useRead(api.manuscriptBatches.batch, { batch_id })
  usePoll(batch, batch.data !== undefined && batch.data.finished_at === null)
  return (
    <ReadView of={batch} what="这一批稿件">
      {(data) => (
        <>
          <BatchHead batch={data} />
          <BatchNotices batch={data} />
          {data.departments.length > 0 && <ThesisTable batch={data} />}
        </>
      )}
    </ReadView>
  )
}

/** Renders the name of a batch with its facts. */
function BatchHead({ batch }: { batch: Batch }) {
  const { name, state, created_at, expires_at, style, finished_at } = batch
  const { data } = useRead(api.citation.styles, {})
  const styleName = data?.styles.find(({ id }) => id === style)?.name
  return (
    <>
      <div className={styles.head}>
        <h2>
          <Icon name="file-text" size={16} />
          {name}
        </h2>
        <span className={styles.quiet}>
          {batchStateNames[state]} · <RelativeTime at={created_at} />
          {expires_at && (
            <>
              {' · '}
              <RelativeTime at={expires_at} />
              删除稿件
            </>
          )}
          {styleName && ` · ${styleName}`}
        </span>
      </div>
      <div className={styles.summary}>
        <Figures batch={batch} />
        {finished_at === null && <BatchProgress batch={batch} />}
      </div>
    </>
  )
}

/** Renders the totals of all departments; nothing before there is any. */
function Figures({ batch }: { batch: Batch }) {
  const { departments, theses } = batch
  if (departments.length === 0) return null
  const sum = (name: 'fault' | 'check' | 'info' | 'unverified') =>
    departments.reduce((total, department) => total + department[name], 0)
  const figures = [
    { name: '稿件', count: countTheses(batch).all },
    { name: '已完成', count: theses.completed },
    { name: '没有完成', count: theses.failed },
    { name: '未查到的文献', count: sum('unverified') },
  ]
  return (
    <dl>
      {figures.map(({ name, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
      {manuscriptSeverities.map((severity) => (
        <div key={severity}>
          <dt data-severity={severity}>{manuscriptSeverityNames[severity]}</dt>
          <dd>{formatCount(sum(severity))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders how far a running batch is, with a button that stops it. */
function BatchProgress({ batch }: { batch: Batch }) {
  const { batch_id, state, created_at } = batch
  const { mutateAsync: cancel, isPending } = useWrite(api.manuscriptBatches.cancel, {
    refreshes: [api.manuscriptBatches.batch, api.manuscriptBatches.theses],
  })
  const { all, over } = countTheses(batch)
  // While a batch waits or is being unpacked, no part of its work is done.
  const progress = state === 'running' && all > 0 ? over / all : 0
  const name = batchStateNames[state]
  const stop = async () => {
    const answer = await cancel({ batch_id })
    if (!answer.success) toast(`没有停止：${answer.message}`, { tone: 'bad' })
  }
  return (
    <div className={styles.progress}>
      <div role="status">
        <span>
          {name}
          {all > 0 && ` ${formatCount(over)} / ${formatCount(all)}`}
        </span>
        <span className={styles.quiet}>{timeLeft(progress, Date.now() - Date.parse(created_at))}</span>
        {state !== 'cancelled' && (
          <LinkButton name={isPending ? '正在停止' : '停止'} onPress={() => void stop()} />
        )}
      </div>
      <ProgressBar label={name} progress={progress} />
    </div>
  )
}

/** Renders what a batch lacks, with what can be done about it. */
function BatchNotices({ batch }: { batch: Batch }) {
  const { batch_id, state, error, skipped, theses, finished_at, purged_at } = batch
  const isChecker = useIsChecker()
  const { mutateAsync: retry, isPending } = useWrite(api.manuscriptBatches.retry, {
    refreshes: [api.manuscriptBatches.batch, api.manuscriptBatches.theses],
  })
  const again = async () => {
    const answer = await retry({ batch_id })
    if (!answer.success) toast(`没有开始：${answer.message}`, { tone: 'bad' })
    else if (answer.data.theses === 0) toast('这些稿件没有存下来，请重新上传', { tone: 'bad' })
  }
  const unfinished = theses.cancelled + theses.failed
  const isIncomplete = finished_at !== null && unfinished > 0 && purged_at === null
  return (
    <>
      {error && <Notice tone={state === 'failed' ? 'bad' : 'warning'}>{error}</Notice>}
      {isIncomplete && (
        <Notice
          action={
            isChecker && (
              <LinkButton
                name={isPending ? '正在开始' : '再核对这些'}
                label={isPending ? '正在开始' : '再核对这些没有完成的稿件'}
                onPress={() => void again()}
              />
            )
          }
        >
          {state === 'cancelled'
            ? `已停止，${unfinished} 份没有核对完`
            : `${unfinished} 份没有核对完，原因写在各行里`}
        </Notice>
      )}
      {skipped > 0 && <Notice>{`${skipped} 个文件不是稿件，没有核对`}</Notice>}
      {purged_at && <Notice>稿件与核对结果已到保留期限，内容已删除，只留下数字</Notice>}
    </>
  )
}
