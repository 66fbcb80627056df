import { api, type OutputOf } from '@scinav/contract'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { usePaperAddress } from '../paper/addresses.ts'
import { useQuickKeep } from '../paper/keep/use-quick-keep.ts'
import { citePapers } from '../paper/paper-action.state.ts'
import { useNavigablePapers } from '../paper/paper-navigation.state.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { formatCount } from '../ui/figures.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './subscribe.module.css'
import { SubscriptionHeader } from './subscription-header.tsx'

type SubscriptionPapers = OutputOf<typeof api.preferences.subscriptionPapers>

const PAGE_SIZE = 20

/** Renders the papers of the subscription in `?id=`. Viewing does not mark them as read; the button does. */
export function SubscriptionScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  if (id) return <Papers key={id} id={id} />
  return <EmptyView title="没有指明订阅" note="请从订阅列表打开" />
}

function Papers({ id }: { id: string }) {
  const { since, page, go } = usePapersAddress()
  const found = useRead(
    api.preferences.subscriptionPapers,
    { subscription_id: id, since, peek: true, page_num: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  const current = usePaperKeys(found.data?.list ?? [])
  return (
    <ReadView of={found} what="订阅的文献">
      {({ list, total, subscription }) => (
        <>
          <SubscriptionHeader subscription={subscription} />
          <div className={styles.bar}>
            <Segmented
              aria-label="显示"
              options={[
                { value: '', label: '全部' },
                { value: 'new', label: '只看新的' },
              ]}
              value={since ? 'new' : ''}
              onChange={(value) => go({ since: value === 'new' ? subscription.looked_at : '', page: 1 })}
            />
            <span className={styles.quiet}>{formatCount(total)} 篇</span>
          </div>
          {total === 0 && <NoPapers since={since} />}
          {list.map(({ is_new, ...paper }) => (
            <PaperRow key={paper.id} paper={paper} isNew={is_new} current={paper.id === current} />
          ))}
          <Pages page={page} size={PAGE_SIZE} total={total} onPage={(to) => go({ page: to })} />
        </>
      )}
    </ReadView>
  )
}

function NoPapers({ since }: { since: string }) {
  return since ? (
    <EmptyView title="没有新的文献" note="上次看过之后，本馆文献没有新增" />
  ) : (
    <EmptyView title="还没有符合条件的文献" note="有新文献时会在订阅里标出" />
  )
}

/** Returns the filter of the subscription's papers: those since a moment, and the page. */
function usePapersAddress() {
  const [params, setParams] = useAddressQuery()
  const page = Number(params.get('page'))
  const go = (to: { since?: string; page?: number }) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(to))
        if (value && value !== 1) next.set(name, String(value))
        else next.delete(name)
      return next
    })
  return { since: params.get('since') ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, go }
}

function usePaperKeys(list: SubscriptionPapers['list']): string | undefined {
  const { open } = usePaperAddress()
  const keep = useQuickKeep()
  const ids = list.map(({ id }) => id)
  useNavigablePapers(ids)
  return useRowKeys(ids, {
    open,
    cite: (id) => citePapers([id]),
    keep: (id) => list.filter((paper) => paper.id === id).forEach(keep),
  })
}
