import type { UnderstoodChip } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../ui/toasts/toast.state.ts'
import { addedTo } from './attachments/added-to.ts'
import {
  type Attached,
  askedAgain,
  attachmentsOf,
  isSending,
  putAttached,
} from './attachments/attachments.state.ts'
import type { Asked, Draft } from './composer/composer.tsx'
import { useOutsideNotice } from './composer/use-outside-notice.ts'
import type { ChatRecord } from './run/run.ts'
import { type ChatScope, type Sibling, type useChat, useFirst } from './use-chat.ts'

type Chat = Pick<
  ReturnType<typeof useChat>,
  'model' | 'setModel' | 'ready' | 'stored' | 'shown' | 'last' | 'ask' | 'again' | 'without' | 'retry'
>

interface Where {
  application_id: string
  chat_id: string
  scope: ChatScope
  /** Waits in the field. */
  draft?: string
  /** Asked at once; `onAsked` is called when the server has answered it or it was put into the field. */
  question?: string | undefined
  onAsked?: (() => void) | undefined
}

const plainly = (message: string): Asked => ({ message, general_knowledge: false })
const nothing = (): void => undefined

/** Everything that sends a question of a chat; each way passes the notice about models outside. */
export function useTalk({ application_id, chat_id, question, onAsked, ...where }: Where, chat: Chat) {
  const { through, notice } = useThrough(application_id, chat_id, chat)
  const [editing, setEditing] = useState<ChatRecord>()
  const attachedBefore = useRef<Attached[]>([])
  const [draft, setDraft] = useState<Draft | undefined>(
    where.draft ? { text: where.draft, at: 0 } : undefined,
  )
  const putBack = (text: string, over?: string) =>
    setDraft({ text, at: Date.now(), ...(over !== undefined && { over }) })
  const lost = lostOf(chat)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `putBack` is new at every render and always the same action
  useEffect(() => {
    if (lost) putBack(lost, '')
  }, [lost])

  const asked = () => onAsked?.()
  const sendFirst = (message: string) => {
    const send = (by?: string) => chat.ask(plainly(message), {}, by, true)
    const hold = () => {
      putBack(message)
      asked()
    }
    void through({ send, hold })
  }
  useFirst({ question, send: sendFirst, onAsked: asked }, chat)

  return {
    notice,
    draft,
    editing,
    stopEditing: () => {
      setEditing(undefined)
      putBack('')
      putAttached(chat_id, attachedBefore.current)
    },
    edit: (record: ChatRecord) => {
      if (!editing) attachedBefore.current = attachmentsOf(chat_id)
      setEditing(record)
      putBack(record.question)
      putAttached(chat_id, askedAgain(addedTo(record.attachments, where.scope.document_ids)))
    },
    /** `sent` is called when the question has gone out; until then it stays in the field. */
    send: (asked: Asked, sent: () => void) => {
      const sibling: Sibling = editing ? { mode: 'edit', parent_id: editing.id } : {}
      const send = (by?: string) => {
        chat.ask(asked, sibling, by)
        setEditing(undefined)
        sent()
      }
      void through({ send, hold: nothing })
    },
    followUp: (text: string) =>
      void through({ send: (by) => chat.ask(plainly(text), {}, by), hold: nothing }),
    again: (record: ChatRecord, general_knowledge = false) =>
      void through({ send: (by) => chat.again(record, by, general_knowledge), hold: nothing }),
    /** Asks again without a part of what was understood. */
    without: (record: ChatRecord, chip: UnderstoodChip) =>
      void through({ send: (by) => chat.without(record, chip, by), hold: nothing }),
    /** Answers once more without anything leaving: `by` is a model inside. */
    againInside: (record: ChatRecord, by: string) => chat.again(record, by),
    /** Sends what was refused once more: it stands in the field no longer. */
    retry: () => {
      if (lost) putBack('', lost)
      chat.retry()
    },
  }
}

/** The way of every question: it waits for what is attached, and for the person's word about models outside. */
function useThrough(application_id: string, chat_id: string, chat: Pick<Chat, 'model' | 'setModel'>) {
  const { model, setModel: onModel } = chat
  const { through: ask, notice } = useOutsideNotice({ application_id, model, onModel })
  const through: typeof ask = (asking) => {
    if (!isSending(attachmentsOf(chat_id))) return ask(asking)
    asking.hold()
    toast('附件还在上传，请传完再问', { tone: 'bad' })
    return Promise.resolve()
  }
  return { through, notice }
}

/** The question that the server has refused and keeps nothing of; one that is asked again stands with its first answer. */
function lostOf({ shown, stored }: Pick<Chat, 'shown' | 'stored'>): string | undefined {
  if (shown?.status !== 'failed' || shown.id !== '') return undefined
  return stored.some(({ question }) => question === shown.question) ? undefined : shown.question
}
