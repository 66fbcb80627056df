import { api, type Citation } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { call, type Failure } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { ChatView } from '../../chat/chat-view.tsx'
import { ChatOpening } from '../../chat/opened-chat.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { showLocation, useReading } from '../state/reading.state.ts'
import type { ReadableText, ReadingTarget } from '../state/target.ts'

/** The application that answers from given texts. */
const READING_APPLICATION = 'paper_reading'

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/**
 * Renders a chat about the open text; citations of it lead to their locations here, others open as usual. A question
 * from the text is asked at once, in a chat of its own.
 */
export function ChatPanel({ target, readable }: Props) {
  const first = useFirstQuestion()
  const [scope] = useState(() => chatScope(readable))
  const [chat_id, setChatId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the attempts to open the chat. */
  const [round, setRound] = useState(0)
  const starters = useRead(
    api.tools.questions,
    { paper_id_list: scope.paper_id_list },
    { enabled: !first.text && scope.paper_id_list.length > 0 },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again; a question from the text begins a chat of its own
  useEffect(() => {
    let isUnmounted = false
    setChatId(undefined)
    const { paper_id_list } = scope
    void call(api.chat.openCommon, { application_id: READING_APPLICATION, paper_id_list }).then((answer) => {
      if (isUnmounted) return
      if (answer.success) setChatId(answer.data.chat_id)
      setFailure(answer.success ? undefined : answer)
    })
    return () => {
      isUnmounted = true
    }
  }, [scope, round, first.key])
  const open = (citation: Citation) => {
    if (!isInTarget(citation, target, readable)) return false
    const { page, quote, boxes } = citation
    if (page !== null && boxes.length > 0) showLocation({ page, boxes, start: null, end: null })
    else void showQuote(target, quote, page)
    return true
  }
  if (failure || !chat_id) return <ChatOpening failure={failure} again={() => setRound(round + 1)} />
  return (
    <ChatView
      key={chat_id}
      narrow
      application_id={READING_APPLICATION}
      chat_id={chat_id}
      scope={scope}
      question={first.text || undefined}
      onAsked={first.forget}
      onOpen={open}
      suggested={starters.data ?? []}
      opening={<EmptyView title="想问什么？" note="只依据这份文献回答，每一句都注明出处" />}
    />
  )
}

/**
 * Takes the question that the reader asked from the text, such as for an explanation of the selection; `''` for none. Its
 * `key` differs from that of the question before, because each starts a new chat.
 */
function useFirstQuestion() {
  const question = useReading((state) => state.question)
  const [first, setFirst] = useState({ text: '', key: 0 })
  useEffect(() => {
    if (!question) return
    setFirst(question)
    useReading.setState({ question: undefined })
  }, [question])
  return { ...first, forget: () => setFirst(({ key }) => ({ text: '', key })) }
}

/**
 * Returns the scope of the chat: only the document for a file, otherwise the paper's record and all its readable texts.
 */
function chatScope({ document, paper }: ReadableText) {
  return {
    paper_id_list: paper ? [paper.id] : [],
    ...(document?.type === 'file' && { dataset_id: document.dataset_id, document_ids: [document.id] }),
  }
}

/** Whether a citation refers to the open text or its paper. */
const isInTarget = (citation: Citation, target: ReadingTarget, { paper, document }: ReadableText): boolean =>
  citation.document_id !== null
    ? citation.document_id === (document?.id ?? target.document_id)
    : citation.paper_id !== null && citation.paper_id === paper?.id

/** Shows a quote where it is found in the text; does nothing when it is not. */
async function showQuote(target: ReadingTarget, quote: string, page: number | null): Promise<void> {
  const answer = await call(api.reading.find, { ...target, quote, ...(page !== null && { page }) })
  if (answer.success && answer.data) showLocation(answer.data)
}
