import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useIsChecker } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { batchAddress } from '../manuscript-check/check-address.ts'
import { EARLIER_PAGE_SIZE, EarlierList } from '../manuscript-check/earlier-list.tsx'
import { type BatchSummary, batchStateNames, countTheses } from './batch-labels.ts'
import { usePoll } from './use-poll.ts'

/** Renders the batches of the user, newest first, to open or delete. */
export function BatchList() {
  const isChecker = useIsChecker()
  const [page, setPage] = useState(1)
  const batches = useRead(
    api.manuscriptBatches.batches,
    { page_num: page, page_size: EARLIER_PAGE_SIZE },
    { keepPrevious: true },
  )
  usePoll(batches, batches.data?.list.some(({ finished_at }) => finished_at === null) ?? false)
  return (
    <EarlierList
      title="以前的批次"
      of={batches}
      empty={{
        title: '还没有批量核对过',
        note: isChecker
          ? '选一个装着论文的 .zip，里面的文件夹就是院系'
          : '需要批量核对时，请联系管理员设为核对员',
      }}
      page={page}
      onPage={setPage}
      rowOf={(batch: BatchSummary) => ({
        id: batch.batch_id,
        name: batch.name,
        address: batchAddress(batch.batch_id),
        facts: <BatchFacts batch={batch} />,
      })}
      removedText={(name) => `已删除批次${inCorners(name)}`}
      remove={(batch_id, keepalive) => call(api.manuscriptBatches.remove, { batch_id }, { keepalive })}
    />
  )
}

/** Renders the state of a batch, its number of theses and its dates. */
function BatchFacts({ batch }: { batch: BatchSummary }) {
  const { state, created_at, expires_at, purged_at } = batch
  const { all, over } = countTheses(batch)
  return (
    <>
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
    </>
  )
}
