import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useWrite } from '../api/use-write.ts'
import { fieldQuery, searchAddress } from '../paper/addresses.ts'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { EditPanel } from './edit-panel.tsx'
import { kindInfo, type Subscription, useSubscriptionActions } from './subscriptions.ts'

/** Renders a subscription and its actions: mark as read, search, edit, unsubscribe. */
export function SubscriptionHeader({ subscription }: { subscription: Subscription }) {
  const { id, kind, name, value, new_count } = subscription
  const [editing, setEditing] = useState(false)
  const navigate = useNavigate()
  const { end, busy } = useSubscriptionActions()
  const read = useWrite(api.preferences.subscriptionPapers, {
    refreshes: [api.preferences.subscriptions, api.preferences.subscriptionPapers],
  })
  const markRead = async () => {
    const answer = await read.mutateAsync({ subscription_id: id, peek: false, page_num: 1, page_size: 1 })
    if (answer.success) toast('已全部标为已读')
    else toast(`没有标记：${answer.message}`, { tone: 'bad' })
  }
  const stop = async () => {
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
            <Button icon={<Icon name="trash" size={16} />} loading={busy} onClick={() => void stop()}>
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

const fieldCodes = { journal: 'JN', author: 'AU' } as const

/** Returns the search for a subscription. A topic is searched by its words, which also finds its translations. */
function subscriptionSearch({ kind, value }: Subscription): string {
  return searchAddress(kind === 'journal' || kind === 'author' ? fieldQuery(fieldCodes[kind], value) : value)
}
