import type { Citation } from '@scinav/contract'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { bottomBar } from '../ui/bottom-bar.ts'
import { Sheet } from '../ui/dialogs/modal.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './answer/answer.module.css'
import type { Attachment } from './attachments/added-attachments.ts'
import { ChatPapers, type PapersRequest } from './composer/chat-papers.tsx'
import { Composer } from './composer/composer.tsx'
import { PendingNotice } from './composer/pending-notice.tsx'
import { type ChatRecord, isRunning, toShownAnswer } from './run/run.ts'
import { useActiveAnswer } from './sources/active-answer.ts'
import type { OpenFile } from './sources/file-panel.tsx'
import { Sources, useOpenCitedSource } from './sources/sources.tsx'
import { Turns } from './turns.tsx'
import { type ChatScope, useChat } from './use-chat.ts'
import { useQuestionActions } from './use-question-actions.ts'

const FilePanel = lazyPart(() => import('./sources/file-panel.tsx').then((m) => m.FilePanel))

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
  /** Whether there is one column only; the sources then open as a sheet. */
  narrow?: boolean
  /** Shown above the sources. */
  aboveSources?: ReactNode
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
    aboveSources,
    narrow = false,
    papers,
    question,
    off,
    onOpen,
    ...chatProps
  } = props
  const chat = useChat(chatProps, scope)
  const paperIds = scopePapers(chat.stored, scope)
  const lacksPapers = papers?.required === true && paperIds.length === 0
  // A question that was passed in waits until the required papers are chosen.
  const questionActions = useQuestionActions(
    { ...chatProps, scope, question: lacksPapers ? undefined : question },
    chat,
  )
  const { open, openFile, panel } = useOpenCitation(onOpen)
  const column = useRef<HTMLDivElement>(null)
  const sources = useActiveSources(column, chat)
  const shared = { application_id: chatProps.application_id, chat, questionActions, scope }
  const mayAsk = !lacksPapers && !off
  return (
    <div className={styles.columns} data-narrow={narrow}>
      <div className={styles.chat} ref={column}>
        <ReadView of={chat.records} what="对话">
          {() => (
            <Turns
              {...shared}
              onOpen={open}
              onFile={openFile}
              opening={papers ? renderPapers(papers, paperIds, opening) : opening}
              suggested={mayAsk ? suggested : []}
            />
          )}
        </ReadView>
        <div className={styles.foot} ref={bottomBar}>
          <SourcesSheet {...sources} aboveSources={aboveSources} onOpen={open} />
          {off}
          {mayAsk && <ChatComposer {...shared} chat_id={chatProps.chat_id} papers={paperIds.length} />}
        </div>
      </div>
      <aside className={styles.beside} aria-label="来源">
        {aboveSources}
        <Sources {...sources} onOpen={open} />
      </aside>
      {panel}
      <PendingNotice notice={questionActions.notice} />
    </div>
  )
}

/** Renders the papers of the chat, or the choice of them, and what is shown before the first question. */
const renderPapers = (request: PapersRequest, ids: string[], opening: ReactNode) => (
  <ChatPapers request={request} ids={ids}>
    {opening}
  </ChatPapers>
)

interface ChatComposerProps extends Pick<Props, 'application_id' | 'chat_id'> {
  scope: ChatScope
  chat: ReturnType<typeof useChat>
  questionActions: ReturnType<typeof useQuestionActions>
  /** Number of papers the next question is about. */
  papers: number
}

/** Renders the field for the next question, or for the one being edited. */
function ChatComposer({ chat, questionActions, ...props }: ChatComposerProps) {
  return (
    <Composer
      {...props}
      running={chat.shown !== undefined && isRunning(chat.shown)}
      onSend={questionActions.send}
      onStop={chat.stop}
      draft={questionActions.draft}
      onStopEditing={questionActions.editing && questionActions.stopEditing}
      model={chat.model}
      onModel={chat.setModel}
    />
  )
}

/** Returns the citations of the answer being read, and its question where the chat has several. */
function useActiveSources(
  column: RefObject<HTMLElement | null>,
  { shown, stored }: Pick<ReturnType<typeof useChat>, 'shown' | 'stored'>,
) {
  const ids = [...stored.map(({ id }) => id), ...(shown ? [shown.id] : [])]
  const activeId = useActiveAnswer(column, ids, shown ? `${shown.status} ${shown.answer === ''}` : 'stored')
  const record = stored.find(({ id }) => id === activeId)
  const answer = record ? toShownAnswer(record) : shown
  return { citations: answer?.citations ?? [], question: ids.length > 1 ? answer?.question : undefined }
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

/** Returns the ids of the papers the next question is about: those of the scope, otherwise of the previous question. */
function scopePapers(stored: readonly ChatRecord[], { paper_id_list = [] }: ChatScope): string[] {
  if (paper_id_list.length > 0) return paper_id_list
  const attached = stored.at(-1)?.attachments ?? []
  return attached.flatMap(({ kind, id }) => (kind === 'paper' ? [id] : []))
}

interface SourcesSheetProps {
  citations: readonly Citation[]
  /** The question of the answer, where there are several. */
  question?: string | undefined
  aboveSources: ReactNode
  onOpen: (citation: Citation) => void
}

/** Renders the button above the field that opens the sources as a sheet. The style sheet shows it in one-column chats. */
function SourcesSheet({ citations, question, aboveSources, onOpen }: SourcesSheetProps) {
  const [open, setOpen] = useState(false)
  const count = new Set(citations.map(({ n }) => n)).size
  if (count === 0 && !aboveSources) return null
  return (
    <div className={styles.sheetRow}>
      <button
        type="button"
        className={styles.sheetButton}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="book" size={16} />
        {count > 0 ? `依据 ${count} 篇` : '检索情况'}
        <Icon name="right" size={16} />
      </button>
      {open && (
        <Sheet title="依据与来源" from="bottom" onClose={() => setOpen(false)}>
          {aboveSources}
          <Sources
            citations={citations}
            question={question}
            onOpen={(citation) => {
              setOpen(false)
              onOpen(citation)
            }}
          />
        </Sheet>
      )}
    </div>
  )
}
