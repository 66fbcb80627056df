import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { call, type Failure } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { ChatOpening } from '../../chat/chat-opening.tsx'
import { ChatView } from '../../chat/chat-view.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { EmptyView } from '../../ui/views/empty-view.tsx'

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
