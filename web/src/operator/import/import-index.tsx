import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePolling } from '../../api/use-polling.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { type Job, WatchedJob } from '../../ui/views/watched-job.tsx'
import styles from './import.module.css'

/**
 * Renders how much of the library is indexed, read again until all is, and the rebuild of the index with its progress.
 */
export function ImportIndex() {
  const [jobId, setJobId] = useState<string>()
  const state = useRead(api.library.imports, { page_num: 1, page_size: 1 })
  const rebuild = useWrite(api.library.rebuildIndex)
  const unindexedCount = state.data ? state.data.paper_count - state.data.indexed_count : 0
  usePolling(unindexedCount > 0, state.refetch)

  const startRebuild = async () => {
    const answer = await rebuild.mutateAsync({})
    if (!answer.success) return toast(`没有开始：${answer.message}`, { tone: 'bad' })
    setJobId(answer.data.id)
  }
  return (
    <ReadView of={state} what="索引的状态">
      {({ paper_count, indexed_count }) => (
        <div className={styles.index}>
          <dl className={styles.counts}>
            <dt>本馆文献</dt>
            <dd>{formatCount(paper_count)} 篇</dd>
            <dt>可以检索</dt>
            <dd>{formatCount(indexed_count)} 篇</dd>
          </dl>
          <p className={styles.quiet}>
            {unindexedCount > 0
              ? `还有 ${formatCount(unindexedCount)} 篇正在编入索引，不必等待。`
              : '所有文献都能检索到。检索结果不对，或更换了分词词典时，可以重建索引；重建时照常检索。'}
          </p>
          {jobId ? (
            <WatchedJob jobId={jobId} title="正在重建索引">
              {(job) => <IndexOutcome job={job} onEnd={() => setJobId(undefined)} />}
            </WatchedJob>
          ) : (
            <Button loading={rebuild.isPending} onClick={startRebuild}>
              重建索引
            </Button>
          )}
        </div>
      )}
    </ReadView>
  )
}

/** Renders how the rebuilding of the index ended. */
function IndexOutcome({ job, onEnd }: { job: Job; onEnd: () => void }) {
  if (job.state === 'done') return <Notice action={<Button onClick={onEnd}>好</Button>}>索引已重建</Notice>
  return (
    <Notice tone="warning" action={<Button onClick={onEnd}>关闭</Button>}>
      {job.state === 'cancelled' ? '已取消，仍使用原来的索引' : (job.error ?? '索引没有建成')}
    </Notice>
  )
}
