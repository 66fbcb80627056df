import type { Citation } from '@scinav/contract'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { bottomBar } from '../ui/bottom-bar.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './answer/answer.module.css'
import type { Attachment } from './attachments/added-attachments.ts'
import { ChatPapers, type PapersRequest } from './composer/chat-papers.tsx'
import { Composer } from './composer/composer.tsx'
import { type ChatRecord, isRunning, toShownAnswer } from './run/run.ts'
import { useActiveAnswer } from './sources/active-answer.ts'
import type { OpenFile } from './sources/file-panel.tsx'
import { Sources, useOpenCitedSource } from './sources/sources.tsx'
import { SourcesSheet } from './sources-sheet.tsx'
import { Turns } from './turns.tsx'
import { type ChatScope, useChat } from './use-chat.ts'
import { useQuestionActions } from './use-question-actions.ts'

const FilePanel = lazyPart(() => import('./sources/file-panel.tsx').then((m) => m.FilePanel))
const OutsideNotice = lazyPart(() => import('./composer/outside-notice.tsx').then((m) => m.OutsideNotice))

interface Props {
  application_id: string
  chat_id: string
  scope?: ChatScope
  /**
   * Sent as soon as the chat opens; `onAsked` is called when the server has accepted or refused it, or when it was put
   * into the field.
   */
  question?: string | undefined
  onAsked?: () => void
  /** Prefills the field. */
  draft?: string
  /** Shown before the first question. */
  opening?: ReactNode
  /** Questions suggested before the first one. */
  suggested?: readonly string[]
  /** One column; the sources open as a sheet. */
  narrow?: boolean
  /** Shown above the sources. */
  beside?: ReactNode
  /** Asks for papers the chat is about, where it needs some. */
  papers?: PapersRequest | undefined
  /** Opens a citation next to the chat; returns whether it could. */
  onOpen?: (citation: Citation) => boolean
  /** Replaces the field where no question can be asked, and says why. */
  off?: ReactNode
}

/**
 * Renders a chat: its questions and answers, the field for the next one, and at the right the sources of the answer in
 * view.
 */
export function ChatView(props: Props) {
  const {
    scope = {},
    opening,
    suggested = [],
    beside,
    narrow = false,
    papers,
    question,
    off,
    onOpen,
    ...place
  } = props
  const chat = useChat(place, scope)
  const about = scopePapers(chat.stored, scope)
  const lacks = papers?.required === true && about.length === 0
  // A question that was passed in waits until the required papers are chosen.
  const talk = useQuestionActions({ ...place, scope, question: lacks ? undefined : question }, chat)
  const { open, openFile, panel } = useOpenCitation(onOpen)
  const { shown, stored } = chat
  const column = useRef<HTMLDivElement>(null)
  const ids = [...stored.map(({ id }) => id), ...(shown ? [shown.id] : [])]
  const read = useActiveAnswer(column, ids, shown ? `${shown.status} ${shown.answer === ''}` : 'stored')
  const record = stored.find(({ id }) => id === read)
  const answer = record ? toShownAnswer(record) : shown
  const citations = answer?.citations ?? []
  const of = ids.length > 1 ? answer?.question : undefined
  return (
    <div className={styles.columns} data-narrow={narrow}>
      <div className={styles.chat} ref={column}>
        <ReadView of={chat.records} what="对话">
          {() => (
            <Turns
              chat={chat}
              talk={talk}
              application_id={place.application_id}
              onOpen={open}
              onFile={openFile}
              scope={scope}
              opening={
                papers ? (
                  <ChatPapers wanted={papers} ids={about}>
                    {opening}
                  </ChatPapers>
                ) : (
                  opening
                )
              }
              suggested={lacks || off ? [] : suggested}
            />
          )}
        </ReadView>
        <div className={styles.foot} ref={bottomBar}>
          <SourcesSheet citations={citations} of={of} beside={beside} onOpen={open} />
          {off}
          {!lacks && !off && (
            <Composer
              application_id={place.application_id}
              chat_id={place.chat_id}
              scope={scope}
              running={shown !== undefined && isRunning(shown)}
              onSend={talk.send}
              onStop={chat.stop}
              draft={talk.draft}
              onStopEditing={talk.editing && talk.stopEditing}
              papers={about.length}
              model={chat.model}
              onModel={chat.setModel}
            />
          )}
        </div>
      </div>
      <aside className={styles.beside} aria-label="来源">
        {beside}
        <Sources citations={citations} of={of} onOpen={open} />
      </aside>
      {panel}
      {talk.notice && (
        <Suspense>
          <OutsideNotice {...talk.notice} />
        </Suspense>
      )}
    </div>
  )
}

/** Opens citations and attached files: next to the chat, on their own screen, or in a panel. */
function useOpenCitation(onOpen: Props['onOpen']) {
  const [file, setFile] = useState<OpenFile>()
  const openElsewhere = useOpenCitedSource(setFile)
  const open = (citation: Citation) => {
    if (!onOpen?.(citation)) openElsewhere(citation)
  }
  const openFile = ({ id, name }: Attachment) =>
    setFile({ file_id: id, name, page: null, boxes: [], quote: '' })
  const panel = file && (
    <Suspense>
      <FilePanel file={file} onClose={() => setFile(undefined)} />
    </Suspense>
  )
  return { open, openFile, panel }
}

/** Returns the papers the next question is about: the given ones, otherwise those of the previous question. */
function scopePapers(stored: readonly ChatRecord[], { paper_id_list = [] }: ChatScope): string[] {
  if (paper_id_list.length > 0) return paper_id_list
  const attached = stored.at(-1)?.attachments ?? []
  return attached.flatMap(({ kind, id }) => (kind === 'paper' ? [id] : []))
}
