import { api, SUMMARY_QUESTION } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { call, type Failure } from '../../api/call.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { useRead } from '../../api/use-read.ts'
import { ChatView } from '../../chat/chat-view.tsx'
import { ChatOpening } from '../../chat/opened-chat.tsx'
import { usePaperAddress } from '../../paper/addresses.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'

interface Props {
  title: string
  application_id: string
  /** What is asked about; must stay the same while the panel is open. */
  paper_id_list: string[]
  /** Asked at once. */
  question?: string
  /** Stands where nothing was asked yet. */
  note: string
  onClose: () => void
}

/** A chat with an application along the right edge of any screen. */
export function ChatPanel({ title, application_id, paper_id_list, question, note, onClose }: Props) {
  const [chat_id, setChatId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const about = { paper_id_list }
  const starts = useRead(api.tools.questions, about, { enabled: !question && paper_id_list.length > 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    let left = false
    void call(api.chat.openCommon, { application_id, paper_id_list }).then((answer) => {
      if (left) return
      if (answer.success) setChatId(answer.data.chat_id)
      setFailure(answer.success ? undefined : answer)
    })
    return () => {
      left = true
    }
  }, [application_id, paper_id_list, round])

  return (
    <Panel title={title} width={520} side onClose={onClose}>
      {failure || !chat_id ? (
        <ChatOpening failure={failure} again={() => setRound(round + 1)} />
      ) : (
        <ChatView
          narrow
          application_id={application_id}
          chat_id={chat_id}
          scope={{ paper_id_list }}
          question={question}
          suggested={starts.data ?? []}
          opening={<EmptyView title="想问什么？" note={note} />}
        />
      )}
    </Panel>
  )
}

/** The call takes no more papers than this. */
const MAX_PAPERS = 50

/** A chat over any screen: about the paper that is open, or the papers that are listed. */
export function AiRobot({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const listed = useHomeState((state) => state.paperIdList)
  // What was on the screen when it opened: the papers do not change under a question.
  const [paper_id_list] = useState(() => (paper ? [paper] : listed.slice(0, MAX_PAPERS)))
  const count = paper_id_list.length
  const note = count === 0 ? '回答会注明出处' : `围绕屏幕上的 ${count} 篇文献回答，并注明出处`
  return (
    <ChatPanel
      title="AI 助手"
      application_id="screen_robot"
      paper_id_list={paper_id_list}
      note={note}
      onClose={onClose}
    />
  )
}

/** What the open paper is about, said with its own sentences; further questions can follow. */
export function SummaryDrawer({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const [paper_id_list] = useState(() => (paper ? [paper] : []))
  return (
    <ChatPanel
      title="AI 解读"
      application_id="paper_reading"
      paper_id_list={paper_id_list}
      question={SUMMARY_QUESTION}
      note="每一句都注明出处"
      onClose={onClose}
    />
  )
}
