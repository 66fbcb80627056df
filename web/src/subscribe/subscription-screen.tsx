import { api, type OutputOf } from '@scinav/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { fieldQuery, searchAddress, usePaperAddress } from '../paper/addresses.ts'
import { useQuickKeep } from '../paper/keep/use-quick-keep.ts'
import { citePapers } from '../paper/paper-action.state.ts'
import { useNavigablePapers } from '../paper/paper-navigation.state.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { EditPanel } from './edit-panel.tsx'
import styles from './subscribe.module.css'
import { kindInfo, type Subscription, useSubscriptionActions } from './subscriptions.ts'

type SubscriptionPapers = OutputOf<typeof api.preferences.subscriptionPapers>

/** Number of papers on a page. */
const PAGE_SIZE = 20

/** Renders the papers of the subscription in `?id=`. Viewing does not mark them as read; the button does. */
export function SubscriptionScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  if (id) return <Papers key={id} id={id} />
  return <EmptyView title="没有指明订阅" note="请从订阅列表打开" />
}

/** Renders one page of papers, all of them or only the new ones, with their total. */
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

/** Renders why there are no papers; `since` is the time of the last visit, or '' without a limit. */
function NoPapers({ since }: { since: string }) {
  return since ? (
    <EmptyView title="没有新的文献" note="上次看过之后，本馆文献没有新增" />
  ) : (
    <EmptyView title="还没有符合条件的文献" note="有新文献时会在订阅里标出" />
  )
}

/**
 * Returns the filter (`since`, ISO 8601, only later papers; `''` for all) and the page in the address, and their
 * setter.
 */
function usePapersAddress() {
  const [params, setParams] = useAddressQuery()
  const page = Number(params.get('page'))
  const go = (to: { since?: string; page?: number }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(to))
        if (value && value !== 1) next.set(name, String(value))
        else next.delete(name)
      return next
    })
  return { since: params.get('since') ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, go }
}

/** Adds the shortcut keys of the papers; returns the id of the paper that they act on, undefined for none. */
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

/** Renders a subscription and its actions: mark as read, search, edit, unsubscribe. */
function SubscriptionHeader({ subscription }: { subscription: Subscription }) {
  const { id, kind, name, value, new_count } = subscription
  const [editing, setEditing] = useState(false)
  const navigate = useNavigate()
  const { end, busy } = useSubscriptionActions()
  const read = useWrite(api.preferences.subscriptionPapers, {
    refreshes: [api.preferences.subscriptions, api.preferences.subscriptionPapers],
  })
  // Reading the papers without `peek` marks all of them as read; those that the call returns are not needed.
  const markRead = async () => {
    const answer = await read.mutateAsync({ subscription_id: id, peek: false, page_num: 1, page_size: 1 })
    if (answer.success) toast('已全部标为已读')
    else toast(`没有标记：${answer.message}`, { tone: 'bad' })
  }
  const unsubscribe = async () => {
    if (await end(subscription)) void navigate('/subscribe', { replace: true })
  }
  return (
    <>
      <PageHeader
        title={name || value}
        note={
          <>
            <Link to="/subscribe">订阅</Link> / {kindInfo(kind)?.name}
            {name !== '' && value !== name && `：${value}`}
          </>
        }
        actions={
          <>
            <Button href={`#${subscriptionSearch(subscription)}`} icon={<Icon name="search" size={16} />}>
              作为检索打开
            </Button>
            <Button icon={<Icon name="edit" size={16} />} onClick={() => setEditing(true)}>
              编辑
            </Button>
            <Button icon={<Icon name="trash" size={16} />} loading={busy} onClick={() => void unsubscribe()}>
              取消订阅
            </Button>
            <Button type="primary" disabled={new_count === 0} loading={read.isPending} onClick={markRead}>
              {new_count > 0 ? `全部标为已读（${formatCount(new_count)}）` : '没有未读'}
            </Button>
          </>
        }
      />
      {editing && <EditPanel subscription={subscription} onClose={() => setEditing(false)} />}
    </>
  )
}

/** The field of the query language for each kind of subscription that has one. */
const fieldCodes = { journal: 'JN', author: 'AU' } as const

/**
 * Returns the address of the search for a subscription. A topic is searched by its words, which finds translations
 * too.
 */
function subscriptionSearch({ kind, value }: Subscription): string {
  return searchAddress(kind === 'journal' || kind === 'author' ? fieldQuery(fieldCodes[kind], value) : value)
}
