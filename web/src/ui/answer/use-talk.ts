import { useState } from 'react'
import type { Asked } from './composer.tsx'
import type { ChatRecord } from './run.ts'
import { type Sibling, useFirst } from './use-chat.ts'
import { useOutsideNotice } from './use-outside-notice.ts'

interface Chat {
  model: string
  setModel: (model: string) => void
  ready: boolean
  ask: (asked: Asked, sibling?: Sibling, by?: string) => void
  again: (record: ChatRecord, by?: string, general_knowledge?: boolean) => void
}

interface Where {
  application_id: string
  /** Waits in the field. */
  draft?: string
  /** Asked at once; `onAsked` is called when it has gone out or was put into the field. */
  question?: string | undefined
  onAsked?: (() => void) | undefined
}

const plainly = (message: string): Asked => ({ message, general_knowledge: false })
const nothing = (): void => undefined

/** Everything that sends a question of a chat; each way passes the notice about models outside. */
export function useTalk({ application_id, question, onAsked, ...where }: Where, chat: Chat) {
  const { through, notice } = useOutsideNotice({
    application_id,
    model: chat.model,
    onModel: chat.setModel,
  })
  const [editing, setEditing] = useState<ChatRecord>()
  const [draft, setDraft] = useState(where.draft ? { text: where.draft, at: 0 } : undefined)
  const putBack = (text: string) => setDraft({ text, at: Date.now() })

  useFirst(question, chat.ready, (message) => {
    const asked = () => onAsked?.()
    const send = (by?: string) => {
      chat.ask(plainly(message), {}, by)
      asked()
    }
    const keep = () => {
      putBack(message)
      asked()
    }
    void through({ send, keep })
  })

  return {
    notice,
    draft,
    editing,
    stopEditing: () => {
      setEditing(undefined)
      putBack('')
    },
    edit: (record: ChatRecord) => {
      setEditing(record)
      putBack(record.question)
    },
    /** `sent` is called when the question has gone out; until then it stays in the field. */
    send: (asked: Asked, sent: () => void) => {
      const sibling: Sibling = editing ? { mode: 'edit', parent_id: editing.id } : {}
      const send = (by?: string) => {
        chat.ask(asked, sibling, by)
        setEditing(undefined)
        sent()
      }
      void through({ send, keep: nothing })
    },
    followUp: (text: string) =>
      void through({ send: (by) => chat.ask(plainly(text), {}, by), keep: nothing }),
    again: (record: ChatRecord, general_knowledge = false) =>
      void through({ send: (by) => chat.again(record, by, general_knowledge), keep: nothing }),
    /** Answers once more without anything leaving: `by` is a model inside. */
    againInside: (record: ChatRecord, by: string) => chat.again(record, by),
  }
}
