import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import type { Failure } from '../../api/call.ts'
import { agreeToHosts } from '../../api/outside-models.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'

/** Renders why there is no translation; asks for consent first when an outside model would make it. */
export function TranslationFailure({ failure, again }: { failure: Failure; again: () => void }) {
  const cache = useQueryClient()
  const { outside } = failure
  if (!outside)
    return (
      <Notice tone="warning" action={<ActionButton name="重试" onPress={again} />}>
        翻译失败：{failure.message}
      </Notice>
    )
  const agree = async () => {
    if (await agreeToHosts(cache, [outside.host])) again()
    else toast('您的同意没有记下来，请再试一次', { tone: 'bad' })
  }
  return (
    <Notice action={<ActionButton name="同意并翻译" onPress={() => void agree()} />}>
      翻译用的模型{inCorners(outside.model)}由 {outside.host}{' '}
      提供，不在本站。会发送的是要翻译的文字；同意后不再提示。
    </Notice>
  )
}
