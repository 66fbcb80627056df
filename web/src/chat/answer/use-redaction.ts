import { api } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { ChatRecord, ShownCitation } from '../run/run.ts'

/** Strikes out of an answer that has ended what its sources do not support, and brings it back. */
export function useRedaction({ id: chat_record_id, application_id, chat_id, citations, struck }: ChatRecord) {
  const { mutateAsync } = useWrite(api.chat.strike, { refreshes: [api.chat.records] })
  const set = async (mark: number, isStruck: boolean): Promise<boolean> => {
    const answer = await mutateAsync({ application_id, chat_id, chat_record_id, mark, struck: isStruck })
    if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const strike = async ({ origin, start }: ShownCitation) => {
    const mark = origin ?? start
    if (await set(mark, true)) toast('已删去这半句', { undo: () => void set(mark, false) })
  }
  const bringBack = async () => {
    const within = citations.filter(({ start, support }) => {
      const isStruck = struck.some((each) => each.start <= start && start < each.end)
      return isStruck && support === 'unsupported'
    })
    for (const { start } of within) if (!(await set(start, false))) return
  }
  return {
    strike: (citation: ShownCitation) => void strike(citation),
    bringBack: () => void bringBack(),
  }
}
