import { api } from '@scinav/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useUser } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { Notice } from '../ui/views/notice.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { AddPanel } from './add-panel.tsx'
import { EditPanel } from './edit-panel.tsx'
import styles from './subscribe.module.css'
import { SubscriptionRow } from './subscription-row.tsx'
import {
  isSubscriptionKind,
  type Subscription,
  type SubscriptionKind,
  subscriptionKinds,
} from './subscriptions.ts'

/** Renders the user's subscriptions, each with its number of new papers. */
export function SubscribeScreen() {
  const { kind, adding, setParam } = useSubscribeAddress()
  const subscriptions = useRead(api.preferences.subscriptions, {})
  /** The subscription whose form is open. */
  const [edited, setEdited] = useState<Subscription>()
  const add = () => setParam('add', kind ?? 'topic')
  return (
    <>
      <PageHeader
        title="订阅"
        note="有新文献时在这里标出，也可以发邮件告诉您"
        actions={
          // Without subscriptions the empty view offers the same action.
          subscriptions.data?.length !== 0 && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
              添加订阅
            </Button>
          )
        }
      />
      <ReadView
        of={subscriptions}
        what="订阅"
        isEmpty={(list) => list.length === 0}
        empty={{
          title: '还没有订阅',
          note: '订阅一个主题或检索式，有新文献时在这里告诉您',
          picture: 'letter',
          action: { name: '添加订阅', run: add },
        }}
      >
        {(list) => (
          <>
            <NoAddress list={list} />
            <Segmented
              aria-label="订阅的种类"
              options={kindOptions(list)}
              value={kind ?? ''}
              onChange={(value) => setParam('kind', value)}
            />
            <SubscriptionList list={list} kind={kind} onEdit={setEdited} />
          </>
        )}
      </ReadView>
      {adding && (
        <AddPanel
          kind={adding}
          onKind={(to) => setParam('add', to)}
          existing={subscriptions.data ?? []}
          onClose={() => setParam('add', '')}
        />
      )}
      {edited && <EditPanel subscription={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** Returns the kind shown and the kind being added, both from the address (undefined for none), and their setter. */
function useSubscribeAddress() {
  const [params, setParams] = useAddressQuery()
  const readKind = (name: 'kind' | 'add') => {
    const value = params.get(name)
    return isSubscriptionKind(value) ? value : undefined
  }
  const setParam = (name: 'kind' | 'add', value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  return { kind: readKind('kind'), adding: readKind('add'), setParam }
}

interface SubscriptionListProps {
  list: readonly Subscription[]
  /** Undefined for all kinds. */
  kind: SubscriptionKind | undefined
  onEdit: (subscription: Subscription) => void
}

/** Renders the subscriptions of a kind, those with the most new papers first. */
function SubscriptionList({ list, kind, onEdit }: SubscriptionListProps) {
  return (
    <ul className={styles.list}>
      {list
        .filter((subscription) => !kind || subscription.kind === kind)
        .toSorted((a, b) => b.new_count - a.new_count)
        .map((subscription) => (
          <SubscriptionRow
            key={subscription.id}
            subscription={subscription}
            onEdit={() => onEdit(subscription)}
          />
        ))}
    </ul>
  )
}

/** Returns the options of the kind shown: all kinds, then each that the user has, with the number of subscriptions. */
function kindOptions(list: Subscription[]): { value: SubscriptionKind | ''; label: string }[] {
  const numberOf = (kind: SubscriptionKind) =>
    list.filter((subscription) => subscription.kind === kind).length
  return [
    { value: '', label: `全部 ${list.length}` },
    ...subscriptionKinds
      .filter(({ value }) => numberOf(value) > 0)
      .map(({ value, name }) => ({ value, label: `${name} ${numberOf(value)}` })),
  ]
}

/** Warns that mails are set up but the account has no e-mail address. */
function NoAddress({ list }: { list: Subscription[] }) {
  const user = useUser()
  const { open } = usePanel()
  if (!user || user.email || list.every(({ notify }) => notify === 'none')) return null
  return (
    <div className={styles.notice}>
      <Notice tone="warning" action={<Button onClick={() => open('settings', 'profile')}>填写邮箱</Button>}>
        您的账号没有邮箱，邮件提醒发不出去；新文献仍会在这里标出。
      </Notice>
    </div>
  )
}
