import { api } from '@scinav/contract'
import { setUserInfo } from '../../api/session.state.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../buttons/action-button.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { toast } from '../toasts/toast.state.ts'
import { Notice } from './notice.tsx'

/** Renders the notice that the account will be deleted at a moment (ISO 8601), with the button that cancels this. */
export function DeletionNotice({ at }: { at: string }) {
  const restore = useWrite(api.user.restore)
  const cancelDeletion = async () => {
    const answer = await restore.mutateAsync({})
    if (!answer.success) return toast(`没有撤销：${answer.message}`, { tone: 'bad' })
    setUserInfo(answer.data)
    toast('已撤销注销，账号和数据都会保留')
  }
  return (
    <Notice
      tone="warning"
      action={<ActionButton name="撤销注销" onPress={() => void cancelDeletion()} busy={restore.isPending} />}
    >
      您的账号将在 <RelativeTime at={at} /> 注销，届时数据会一并删除。
    </Notice>
  )
}
