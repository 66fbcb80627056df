import { api } from '@scinav/contract'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import type { Application } from './applications.ts'

/** Keeps an application among one's own, or takes it out; the toast takes the change back. */
export function useMarking() {
  const set = useWrite(api.tools.setMark, {
    refreshes: [api.tools.list, api.tools.mine, api.tools.recommended],
  })
  const mark = async ({ id, name }: Pick<Application, 'id' | 'name'>, marked: boolean, undoing = false) => {
    const answer = await set.mutateAsync({ tool_id: id, marked })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    if (undoing) return toast('已撤销')
    toast(marked ? `已收藏「${name}」` : `已取消收藏「${name}」`, {
      undo: () => void mark({ id, name }, !marked, true),
    })
  }
  return mark
}
