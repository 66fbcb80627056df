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
  /** The papers the chat is about; must not change while the panel is open. */
  paper_id_list: string[]
  /** Sent as soon as the panel opens. */
  question?: string
  /** Shown until the first question is sent. */
  note: string
  onClose: () => void
}

/** Renders a chat with an application along the right edge of any screen. */
export function ChatPanel({ title, application_id, paper_id_list, question, note, onClose }: Props) {
  const [chat_id, setChatId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the attempts to open the chat. */
  const [round, setRound] = useState(0)
  const starters = useRead(
    api.tools.questions,
    { paper_id_list },
    { enabled: !question && paper_id_list.length > 0 },
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the attempt
  useEffect(() => {
    let isUnmounted = false
    void call(api.chat.openCommon, { application_id, paper_id_list }).then((answer) => {
      if (isUnmounted) return
      if (answer.success) setChatId(answer.data.chat_id)
      setFailure(answer.success ? undefined : answer)
    })
    return () => {
      isUnmounted = true
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
          suggested={starters.data ?? []}
          opening={<EmptyView title="想问什么？" note={note} />}
        />
      )}
    </Panel>
  )
}

/** Maximum number of papers the call accepts. */
const MAX_PAPERS = 50

/** Renders a chat over any screen, about the open paper or the listed papers. */
export function AiRobot({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const listed = useHomeState((state) => state.paperIdList)
  // The papers that were on the screen when the chat opened; they do not change under a question.
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

/** Renders a summary of the open paper, quoted from its own sentences, with follow-up questions. */
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
