import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import type { IconName } from '../ui/icons/icon.tsx'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'

/** A subscription with its number of new papers. */
export type Subscription = OutputOf<typeof api.preferences.subscriptions>[number]
/** What is followed: a topic, a query, a journal or an author. */
export type SubscriptionKind = Subscription['kind']
/** How often new papers are reported by mail. */
export type Notify = Subscription['notify']

/** A subscription before it is saved. */
export interface SubscriptionDraft {
  kind: SubscriptionKind
  /** The topic, query, title of the journal, or name of the author. */
  value: string
  /** The name under which the user sees it. */
  name: string
}

/** Whether two subscriptions follow the same; their names do not count. */
export const sameDraft = (a: SubscriptionDraft, b: SubscriptionDraft): boolean =>
  a.kind === b.kind && a.value === b.value

/** The kinds of subscriptions, in the order of the choice. */
export const subscriptionKinds: readonly { value: SubscriptionKind; name: string; icon: IconName }[] = [
  { value: 'topic', name: '主题', icon: 'bookmark' },
  { value: 'query', name: '检索式', icon: 'search' },
  { value: 'journal', name: '期刊', icon: 'book' },
  { value: 'author', name: '作者', icon: 'user' },
]

/** Returns the label and icon of a kind. */
export const kindInfo = (kind: SubscriptionKind) => subscriptionKinds.find(({ value }) => value === kind)

/** Whether a text, such as a parameter of the address, names a kind. */
export const isSubscriptionKind = (text: string | null): text is SubscriptionKind =>
  subscriptionKinds.some(({ value }) => value === text)

/** The frequencies of mails, with their labels. */
export const frequencies: readonly { value: Notify; label: string }[] = [
  { value: 'none', label: '不发邮件' },
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
]

/** A subscription as the call that saves it expects it. */
type SubscriptionChange = InputOf<typeof api.preferences.saveSubscriptions>['list'][number]

/**
 * Returns the actions on subscriptions. Each reports its success in a toast, where `change` and `end` can be undone.
 * `add` and `change` resolve to the call's answer, whose failure the form shows; `end` reports it and resolves to
 * whether it succeeded.
 */
export function useSubscriptionActions() {
  const save = useWrite(api.preferences.saveSubscriptions, {
    refreshes: [api.preferences.subscriptions, api.preferences.subscriptionPapers],
  })
  const send = (list: SubscriptionChange[]) => save.mutateAsync({ list })

  const add = async (drafts: readonly SubscriptionDraft[], notify: Notify) => {
    const answer = await send(drafts.map((draft) => ({ ...draft, notify })))
    if (answer.success)
      toast(drafts.length === 1 ? `已订阅${inCorners(drafts[0]?.name ?? '')}` : `已订阅 ${drafts.length} 项`)
    return answer
  }

  const change = async (
    before: Subscription,
    to: Partial<Pick<Subscription, 'name' | 'value' | 'notify'>>,
  ) => {
    const { id, kind, value, name, notify } = before
    const answer = await send([{ id, kind, value, name, notify, ...to }])
    if (!answer.success) return answer
    toast(`已保存${inCorners(to.name ?? name)}`, {
      undo: undoBy(() => send([{ id, kind, value, name, notify }])),
    })
    return answer
  }

  const end = async ({ id, kind, value, name, notify }: Subscription) => {
    const answer = await send([{ id, kind, value, name, notify, deleted: true }])
    if (answer.success)
      toast(`已取消订阅${inCorners(name)}`, { undo: undoBy(() => send([{ kind, value, name, notify }])) })
    else toast(`没有取消：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { add, change, end, busy: save.isPending }
}
