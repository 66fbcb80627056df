import { api, type ResearchState } from '@scinav/contract'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Run } from './use-research-run.ts'

/** Renders the actions on a running research: 就现有材料成文 writes the report from the present evidence, 停止 ends the run. */
export function RunActions({ run, state }: { run: Run; state: ResearchState }) {
  const { chat_id, chat_record_id } = run
  const { mutateAsync } = useWrite(api.chat.cancel)
  const [asked, setAsked] = useState<'stop' | 'finish_now'>()
  const end = async (mode: 'stop' | 'finish_now') => {
    setAsked(mode)
    const answer = await mutateAsync({ chat_id, chat_record_id, mode })
    if (answer.success) return
    setAsked(undefined)
    toast(`没有${mode === 'stop' ? '停下' : '成稿'}：${answer.message}`, { tone: 'bad' })
  }
  const canFinish = state.state === 'researching' && state.evidence.length > 0
  return (
    <>
      {canFinish && (
        <ActionButton
          name="就现有材料成文"
          busy={asked === 'finish_now'}
          off={asked === 'stop'}
          onPress={() => void end('finish_now')}
        />
      )}
      <ActionButton
        name="停止"
        busy={asked === 'stop' || state.state === 'cancelling'}
        onPress={() => void end('stop')}
      />
    </>
  )
}
