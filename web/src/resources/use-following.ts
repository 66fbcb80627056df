import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'

/** Which journals the person follows, and following or leaving one; the toast takes it back. */
export function useFollowing() {
  const subscriptions = useRead(api.preferences.subscriptions, {})
  const save = useWrite(api.preferences.saveSubscriptions, { refreshes: [api.preferences.subscriptions] })
  const of = (title: string) =>
    subscriptions.data?.find(({ kind, value }) => kind === 'journal' && value === title)

  const follow = async (title: string) => {
    const answer = await save.mutateAsync({
      list: [{ kind: 'journal', value: title, name: title.slice(0, 100) }],
    })
    if (!answer.success) return toast(`没有订阅：${answer.message}`, { tone: 'bad' })
    const made = answer.data.find(({ kind, value }) => kind === 'journal' && value === title)
    toast(`已订阅「${title}」，有新文献时在「订阅」里标出`, {
      ...(made && { undo: () => void leave(made) }),
    })
  }
  const leave = async (subscription: NonNullable<ReturnType<typeof of>>) => {
    const { id, kind, value, name, notify } = subscription
    const answer = await save.mutateAsync({ list: [{ id, kind, value, name, notify, deleted: true }] })
    if (!answer.success) return toast(`没有取消：${answer.message}`, { tone: 'bad' })
    const back = () => void save.mutateAsync({ list: [{ kind, value, name, notify }] })
    toast(`已取消订阅「${name}」`, { undo: back })
  }
  const toggle = (title: string) => {
    const known = of(title)
    void (known ? leave(known) : follow(title))
  }
  return { isFollowed: (title: string) => subscriptions.data && of(title) !== undefined, toggle }
}
