import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { call, type Failure } from '../api/call.ts'
import { ChatView } from '../ui/answer/chat-view.tsx'
import { EmptyView } from '../ui/empty-view.tsx'
import { FailedView } from '../ui/failed-view.tsx'
import { useHomeState } from '../ui/home.state.ts'
import { Panel } from '../ui/panel.tsx'
import { usePaperAddress } from '../ui/paper/use-paper-address.ts'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'

/** The agent that talks about what is on the screen. */
const ROBOT = 'screen_robot'
/** The call takes no more papers than this. */
const MOST_PAPERS = 50

/** A chat over any screen: about the paper that is open, or the papers that are listed. */
export function AiRobot({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const listed = useHomeState((state) => state.paperIdList)
  // What was on the screen when it opened: the papers do not change under a question.
  const [paper_id_list] = useState(() => (paper ? [paper] : listed.slice(0, MOST_PAPERS)))
  const [chat_id, setChatId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    let left = false
    void call(api.chat.openCommon, { application_id: ROBOT, paper_id_list }).then((answer) => {
      if (left) return
      if (answer.success) setChatId(answer.data.chat_id)
      setFailure(answer.success ? undefined : answer)
    })
    return () => {
      left = true
    }
  }, [paper_id_list, round])

  const count = paper_id_list.length
  const about = count === 0 ? '回答会注明出处' : `围绕屏幕上的 ${count} 篇文献回答，并注明出处`
  return (
    <Panel title="AI 助手" width={520} side onClose={onClose}>
      {failure && (
        <FailedView
          title="对话没有打开"
          note={failure.message}
          action={{ name: '重试', run: () => setRound(round + 1) }}
        />
      )}
      {!failure && !chat_id && <RowsSkeleton />}
      {!failure && chat_id && (
        <ChatView
          narrow
          application_id={ROBOT}
          chat_id={chat_id}
          scope={{ paper_id_list }}
          opening={<EmptyView title="想问什么？" note={about} />}
        />
      )}
    </Panel>
  )
}
