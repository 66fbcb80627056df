import { api } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useIsChecker } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { doLater } from '../../ui/toasts/do-later.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { batchAddress } from '../manuscript-check/check-address.ts'
import styles from '../manuscript-check/manuscript-check.module.css'
import { type BatchSummary, batchStateNames, countTheses } from './batch-labels.ts'
import { usePoll } from './use-poll.ts'

const PAGE_SIZE = 10

/** Renders the batches of the user, newest first, to open or delete. */
export function BatchList() {
  const isChecker = useIsChecker()
  const [page, setPage] = useState(1)
  const batches = useRead(
    api.manuscriptBatches.batches,
    { page_num: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  usePoll(batches, batches.data?.list.some(({ finished_at }) => finished_at === null) ?? false)
  /** Batches whose deletion can still be undone. */
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const remove = ({ batch_id, name }: BatchSummary) => {
    setRemoved((now) => new Set(now).add(batch_id))
    doLater(
      `已删除这一批：${name}`,
      async (keepalive) => {
        const answer = await call(api.manuscriptBatches.remove, { batch_id }, { keepalive })
        if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
        await batches.refetch()
      },
      () => setRemoved((now) => new Set([...now].filter((id) => id !== batch_id))),
    )
  }
  return (
    <section className={styles.earlier} aria-label="以前的批次">
      <h2>以前的批次</h2>
      <ReadView
        of={batches}
        what="以前的批次"
        isEmpty={({ list }) => list.every(({ batch_id }) => removed.has(batch_id))}
        empty={{
          title: '还没有批量核对过',
          note: isChecker
            ? '选一个装着论文的 .zip，里面的文件夹就是院系'
            : '需要批量核对时，请联系管理员设为核对员',
        }}
      >
        {({ list, total }) => (
          <>
            <ul>
              {list
                .filter(({ batch_id }) => !removed.has(batch_id))
                .map((batch) => (
                  <BatchRow key={batch.batch_id} batch={batch} onRemove={() => remove(batch)} />
                ))}
            </ul>
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={setPage} />
          </>
        )}
      </ReadView>
    </section>
  )
}

function BatchRow({ batch, onRemove }: { batch: BatchSummary; onRemove: () => void }) {
  const { batch_id, name, state, created_at, expires_at, purged_at } = batch
  const { all, over } = countTheses(batch)
  return (
    <li>
      <Link to={batchAddress(batch_id)}>{name}</Link>
      <span className={styles.quiet}>
        {batchStateNames[state]}
        {all > 0 && ` · ${over === all ? `${all} 份` : `${over} / ${all} 份`}`}
        {batch.theses.failed > 0 && ` · 没有完成 ${batch.theses.failed} 份`}
        {' · '}
        <RelativeTime at={created_at} />
        {purged_at && ' · 稿件已删除'}
        {expires_at && (
          <>
            {' · '}
            <RelativeTime at={expires_at} />
            删除稿件
          </>
        )}
      </span>
      <QuietButton icon="trash" label={`删除：${name}`} onPress={onRemove} />
    </li>
  )
}
