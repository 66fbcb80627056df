import { api, type ManuscriptCheckState } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** Returns a function that checks the same file again, with another style if one is given, and opens that check. */
export function useRepeat(
  { check_id, style, national, scope }: ManuscriptCheckState,
  onOther: (check_id: string) => void,
) {
  const { mutateAsync } = useWrite(api.manuscriptChecks.repeat, { refreshes: [api.manuscriptChecks.checks] })
  return async (otherStyle = style): Promise<void> => {
    const answer = await mutateAsync({ check_id, style: otherStyle, national, scope })
    if (!answer.success) toast(`没有开始：${answer.message}`, { tone: 'bad' })
    else onOther(answer.data.check_id)
  }
}
