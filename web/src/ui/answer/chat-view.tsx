import type { Citation } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { EmptyView } from '../empty-view.tsx'
import { Icon } from '../icons/icon.tsx'
import { usePaperAddress } from '../paper/use-paper-address.ts'
import { ReadView } from '../read-view.tsx'
import { toast } from '../toast.state.ts'
import styles from './answer.module.css'
import { AnswerDeeds } from './answer-deeds.tsx'
import { AnswerView } from './answer-view.tsx'
import { type Asked, Composer } from './composer.tsx'
import { type ChatRecord, isRunning, shownOf } from './run.ts'
import { Sources } from './sources.tsx'
import { type ChatScope, useChat, useFirst } from './use-chat.ts'

interface Props {
  application_id: string
  chat_id: string
  scope?: ChatScope
  /** Asked at once; `onAsked` is called when it has gone out. */
  question?: string | undefined
  onAsked?: () => void
  /** Waits in the field. */
  draft?: string
  /** Shown before the first question. */
  opening?: ReactNode
  /** One column, the sources below. */
  narrow?: boolean
  /** Stands above the sources. */
  beside?: ReactNode
}

const plainly = (message: string): Asked => ({ message, general_knowledge: false })

/** A chat: its questions and answers, the field for the next one, and at the right what the last answer rests on. */
export function ChatView({
  scope = {},
  question,
  onAsked,
  opening,
  beside,
  narrow = false,
  ...place
}: Props) {
  const chat = useChat(place, scope)
  const { records, kept, shown, last, ask } = chat
  const [editing, setEditing] = useState<ChatRecord>()
  const [draft, setDraft] = useState(place.draft ? { text: place.draft, at: 0 } : undefined)
  const open = useOpening()
  useFirst(question, chat.ready, (message) => {
    ask(plainly(message))
    onAsked?.()
  })
  const send = (asked: Asked) => {
    ask(asked, editing ? { mode: 'edit', parent_id: editing.id } : {})
    setEditing(undefined)
  }
  const edit = (record: ChatRecord) => {
    setEditing(record)
    setDraft({ text: record.question, at: Date.now() })
  }
  const isEmpty = kept.length === 0 && !shown
  return (
    <div className={styles.columns} data-narrow={narrow}>
      <div className={styles.chat}>
        <ReadView of={records} what="对话">
          {() => (
            <>
              {isEmpty && (opening ?? <EmptyView title="想问什么？" note="回答会注明出处" />)}
              {kept.map((record) => (
                <Kept key={record.id} record={record} chat={chat} onOpen={open} onEdit={() => edit(record)} />
              ))}
              {shown && <AnswerView shown={shown} onOpen={open} onRetry={chat.retry} />}
              {last && !isRunning(last) && (
                <FollowUps questions={last.questions} onAsk={(text) => ask(plainly(text))} />
              )}
            </>
          )}
        </ReadView>
        <div className={styles.foot}>
          <Composer
            application_id={place.application_id}
            place={place.chat_id}
            running={shown !== undefined && isRunning(shown)}
            onSend={send}
            onStop={chat.stop}
            draft={draft}
            papers={scope.paper_id_list?.length ?? 0}
            model={chat.model}
            onModel={chat.setModel}
          />
        </div>
      </div>
      <aside className={styles.beside} aria-label="来源">
        {beside}
        <Sources citations={last?.citations ?? []} onOpen={open} />
      </aside>
    </div>
  )
}

interface KeptProps {
  record: ChatRecord
  chat: ReturnType<typeof useChat>
  onOpen: (citation: Citation) => void
  onEdit: () => void
}

function Kept({ record, chat: { again, seeSibling }, onOpen, onEdit }: KeptProps) {
  const repeat = () => again(record)
  return (
    <AnswerView shown={shownOf(record)} onOpen={onOpen} onRetry={repeat}>
      {!isRunning(record) && (
        <AnswerDeeds record={record} onAgain={repeat} onEdit={onEdit} onSibling={seeSibling} />
      )}
    </AnswerView>
  )
}

/** Opens the paper a citation rests on, with its quote to be lit. */
function useOpening(): (citation: Citation) => void {
  const { open } = usePaperAddress()
  return ({ paper_id, quote }) => {
    if (paper_id) open(paper_id, undefined, quote)
    else toast('这处引用来自文档，暂时不能在这里打开')
  }
}

function FollowUps({ questions, onAsk }: { questions: string[]; onAsk: (question: string) => void }) {
  if (questions.length === 0) return null
  return (
    <section aria-label="接着问">
      <h3>接着问</h3>
      {questions.map((question) => (
        <button key={question} type="button" className={styles.follow} onClick={() => onAsk(question)}>
          {question}
          <Icon name="right" size={16} />
        </button>
      ))}
    </section>
  )
}
