import { Button, Radio, Segmented } from 'antd'
import { useState } from 'react'
import { useUser } from '../api/session.state.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { AuthorPicker, JournalPicker, QueryField, TopicPicker } from './pickers.tsx'
import { DraftList } from './preview.tsx'
import styles from './subscribe.module.css'
import {
  frequencies,
  type Notify,
  type SubscriptionDraft,
  type SubscriptionKind,
  sameDraft,
  subscriptionKinds,
  useSubscriptionActions,
} from './subscriptions.ts'

interface Props {
  /** The kind of subscriptions that can be chosen now; those chosen before stay chosen when it changes. */
  kind: SubscriptionKind
  onKind: (kind: SubscriptionKind) => void
  /** The user's subscriptions, which cannot be chosen again. */
  existing: readonly SubscriptionDraft[]
  onClose: () => void
}

/** Maximum number of subscriptions saved at once. */
const MAX_DRAFTS = 50

/** The choices of what to subscribe to. */
const options = subscriptionKinds.map(({ value, name }) => ({ value, label: name }))

/** Renders the panel that adds subscriptions: their choice, how many papers each would find, the frequency of mails. */
export function AddPanel({ kind, onKind, existing, onClose }: Props) {
  const user = useUser()
  const [drafts, setDrafts] = useState<SubscriptionDraft[]>([])
  // Without an address no mail could be sent.
  const [notify, setNotify] = useState<Notify>(user?.email ? 'weekly' : 'none')
  const [problem, setProblem] = useState<string>()
  const { add, busy } = useSubscriptionActions()

  /** Adds a draft to the choice, or removes it; none is added beyond the maximum. */
  const toggleDraft = (draft: SubscriptionDraft) => {
    setProblem(undefined)
    setDrafts((before) =>
      before.some((chosen) => sameDraft(chosen, draft))
        ? before.filter((chosen) => !sameDraft(chosen, draft))
        : [...before, draft].slice(0, MAX_DRAFTS),
    )
  }
  const picker = {
    isSubscribed: (draft: SubscriptionDraft) => existing.some((other) => sameDraft(other, draft)),
    isChosen: (draft: SubscriptionDraft) => drafts.some((chosen) => sameDraft(chosen, draft)),
    toggleDraft,
  }
  const save = async () => {
    const answer = await add(drafts, notify)
    if (answer.success) onClose()
    else setProblem(answer.issues?.map(({ message }) => message).join('；') ?? answer.message)
  }
  return (
    <Panel title="添加订阅" width={840} onClose={onClose}>
      <div className={styles.add}>
        <Segmented aria-label="按什么订阅" options={options} value={kind} onChange={onKind} />
        <div className={styles.picker}>
          {kind === 'topic' && <TopicPicker {...picker} />}
          {kind === 'query' && <QueryField {...picker} />}
          {kind === 'journal' && <JournalPicker {...picker} />}
          {kind === 'author' && <AuthorPicker {...picker} />}
        </div>
        {drafts.length > 0 && <DraftList drafts={drafts} onRemove={toggleDraft} />}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.save}>
          <Radio.Group
            aria-label="邮件提醒"
            options={[...frequencies]}
            value={notify}
            onChange={({ target }) => setNotify(target.value)}
          />
          <Button type="primary" disabled={drafts.length === 0} loading={busy} onClick={save}>
            {drafts.length > 0 ? `订阅 ${drafts.length} 项` : '请先选择'}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
