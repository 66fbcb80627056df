import type { UnderstoodChip } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import { EXTRACTIVE } from '../api/outside-models.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { addedAttachments } from './attachments/added-attachments.ts'
import {
  attachmentsOf,
  type ChatAttachment,
  isSending,
  setAttachments,
  toChatAttachments,
} from './attachments/attachments.state.ts'
import type { ChatQuestion, ComposerDraft } from './composer/composer.tsx'
import { useOutsideNotice } from './composer/use-outside-notice.ts'
import type { ChatRecord } from './run/run.ts'
import { type ChatScope, type SiblingOptions, type useChat, useSendFirstQuestion } from './use-chat.ts'

/** The parts of a chat that the actions use. */
type ChatHandle = Pick<
  ReturnType<typeof useChat>,
  'model' | 'setModel' | 'ready' | 'stored' | 'shown' | 'last' | 'ask' | 'again' | 'without' | 'retry'
>

/** The chat that is asked, and what its field begins with. */
interface QuestionOptions {
  application_id: string
  chat_id: string
  scope: ChatScope
  /** Prefills the field. */
  draft?: string
  /**
   * Sent as soon as the chat opens; `onAsked` is called when the server has accepted or refused it, or when it was put
   * into the field.
   */
  question?: string | undefined
  onAsked?: (() => void) | undefined
}

/** A question with the default options. */
const plainQuestion = (message: string): ChatQuestion => ({ message, general_knowledge: false })
/** Does nothing. */
const noop = (): void => undefined

/**
 * Returns every action that sends a question of a chat; each one waits for uploads and passes the consent notice for
 * outside models (`notice`). Also returns the text for the field (`draft`) and the record whose question is being
 * edited.
 */
export function useQuestionActions(
  { application_id, chat_id, question, onAsked, ...where }: QuestionOptions,
  chat: ChatHandle,
) {
  const { pass, notice } = useSendGate(application_id, chat_id, chat)
  const [editing, setEditing] = useState<ChatRecord>()
  /** The attachments to restore when editing is left. */
  const attachedBefore = useRef<ChatAttachment[]>([])
  const [draft, setDraft] = useState<ComposerDraft | undefined>(
    where.draft ? { text: where.draft, at: 0 } : undefined,
  )
  /** Puts a text into the field; with `over` only if the field contains exactly that. */
  const fillField = (text: string, over?: string) =>
    setDraft({ text, at: Date.now(), ...(over !== undefined && { over }) })
  const refused = refusedQuestion(chat)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fillField` is new at every render and always the same action
  useEffect(() => {
    if (refused) fillField(refused, '')
  }, [refused])

  const confirmAsked = () => onAsked?.()
  const sendFirst = (message: string) => {
    const send = (model_id?: string) => chat.ask(plainQuestion(message), { model_id, once: true })
    const hold = () => {
      fillField(message)
      confirmAsked()
    }
    void pass({ send, hold })
  }
  useSendFirstQuestion({ question, send: sendFirst, onAsked: confirmAsked }, chat)

  return {
    ...repeatActions(chat, pass),
    notice,
    draft,
    editing,
    stopEditing: () => {
      setEditing(undefined)
      fillField('')
      setAttachments(chat_id, attachedBefore.current)
    },
    edit: (record: ChatRecord) => {
      if (!editing) attachedBefore.current = attachmentsOf(chat_id)
      setEditing(record)
      fillField(record.question)
      setAttachments(
        chat_id,
        toChatAttachments(addedAttachments(record.attachments, where.scope.document_ids)),
      )
    },
    /** `onSent` is called once the question has been sent; until then it stays in the field. */
    send: ({ without_model = false, ...question }: ChatQuestion, onSent: () => void) => {
      const sibling: SiblingOptions = editing ? { mode: 'edit', parent_id: editing.id } : {}
      const send = (model_id?: string) => {
        chat.ask(question, { sibling, model_id })
        setEditing(undefined)
        onSent()
      }
      void pass({ send, hold: noop, model_id: without_model ? EXTRACTIVE : undefined })
    },
    /** Sends a refused question again and removes it from the field. */
    retry: () => {
      if (refused) fillField('', refused)
      chat.retry()
    },
  }
}

/** Returns the actions that ask a further question or repeat one, as it is or in another way. */
const repeatActions = (chat: ChatHandle, pass: ReturnType<typeof useSendGate>['pass']) => ({
  followUp: (text: string) =>
    void pass({ send: (model_id) => chat.ask(plainQuestion(text), { model_id }), hold: noop }),
  /** Repeats the question of a record. */
  again: (record: ChatRecord, general_knowledge = false) =>
    void pass({ send: (model_id) => chat.again(record, model_id, general_knowledge), hold: noop }),
  /** Repeats the question without one part of its interpretation. */
  without: (record: ChatRecord, chip: UnderstoodChip) =>
    void pass({ send: (model_id) => chat.without(record, chip, model_id), hold: noop }),
  /** Repeats the question with the internal model `model_id`, so that nothing is sent out. */
  againLocally: (record: ChatRecord, model_id: string) => chat.again(record, model_id),
})

/** Passes every question through two gates: it waits for uploads, and for the user's consent to outside models. */
function useSendGate(application_id: string, chat_id: string, chat: Pick<ChatHandle, 'model' | 'setModel'>) {
  const { model, setModel: onModel } = chat
  const { pass: passNotice, notice } = useOutsideNotice({ application_id, model, onModel })
  const pass: typeof passNotice = (question) => {
    if (!isSending(attachmentsOf(chat_id))) return passNotice(question)
    question.hold()
    toast('附件还在上传，请传完再问', { tone: 'bad' })
    return Promise.resolve()
  }
  return { pass, notice }
}

/**
 * Returns the question that the server refused without storing it, or undefined. The refusal of a repeated question is
 * left out: its first answer still shows the question.
 */
function refusedQuestion({ shown, stored }: Pick<ChatHandle, 'shown' | 'stored'>): string | undefined {
  if (shown?.status !== 'failed' || shown.id !== '') return undefined
  return stored.some(({ question }) => question === shown.question) ? undefined : shown.question
}
