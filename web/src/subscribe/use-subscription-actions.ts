import { api, type InputOf } from '@scinav/contract'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import type { Draft, Notify, Subscription } from './subscriptions.ts'

type Change = InputOf<typeof api.preferences.saveSubscriptions>['list'][number]

/** Adding, changing and ending subscriptions; what is changed or ended can be taken back. */
export function useSubscriptionActions() {
  const save = useWrite(api.preferences.saveSubscriptions, {
    refreshes: [api.preferences.subscriptions, api.preferences.subscriptionPapers],
  })
  const send = (list: Change[]) => save.mutateAsync({ list })

  const add = async (drafts: readonly Draft[], notify: Notify) => {
    const answer = await send(drafts.map((draft) => ({ ...draft, notify })))
    if (answer.success)
      toast(drafts.length === 1 ? `已订阅「${drafts[0]?.name}」` : `已订阅 ${drafts.length} 项`)
    return answer
  }

  const change = async (
    before: Subscription,
    to: Partial<Pick<Subscription, 'name' | 'value' | 'notify'>>,
  ) => {
    const { id, kind, value, name, notify } = before
    const answer = await send([{ id, kind, value, name, notify, ...to }])
    if (!answer.success) return answer
    toast(`已保存「${to.name ?? name}」`, {
      undo: () => void send([{ id, kind, value, name, notify }]),
    })
    return answer
  }

  const end = async ({ id, kind, value, name, notify }: Subscription) => {
    const answer = await send([{ id, kind, value, name, notify, deleted: true }])
    if (answer.success)
      toast(`已取消订阅「${name}」`, { undo: () => void send([{ kind, value, name, notify }]) })
    else toast(`没有取消：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { add, change, end, busy: save.isPending }
}
