import { api, type Citation, type UnderstoodChip } from '@scinav/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { localModel } from '../api/outside-models.ts'
import { useRead } from '../api/use-read.ts'
import { fileIcon } from '../documents/file-icon.ts'
import { readingAddress } from '../paper/addresses.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './answer/answer.module.css'
import { AnswerActions, useRedaction } from './answer/answer-actions.tsx'
import { AnswerView } from './answer/answer-view.tsx'
import { Revisions, useRevision } from './answer/revisions.tsx'
import { type Attachment, addedAttachments } from './attachments/added-attachments.ts'
import attachmentStyles from './attachments/attachments.module.css'
import { type ChatRecord, isBeingChecked, isRunning, type ShownAnswer, toShownAnswer } from './run/run.ts'
import type { ChatScope, useChat } from './use-chat.ts'
import type { useQuestionActions } from './use-question-actions.ts'

interface Props {
  chat: ReturnType<typeof useChat>
  questionActions: ReturnType<typeof useQuestionActions>
  application_id: string
  onOpen: (citation: Citation) => void
  /** Opens a file that a question was asked about. */
  onFile: (file: Attachment) => void
  scope: ChatScope
  /** Shown before the first question. */
  opening: ReactNode
  /** Questions suggested before the first one. */
  suggested: readonly string[]
}

/** Renders the questions of a chat and their answers; space below the latest one lets it scroll to the top. */
export function Turns(props: Props) {
  const { chat, questionActions, opening, suggested } = props
  const { stored, shown, last } = chat
  const earlier = shown ? stored : stored.slice(0, -1)
  const lastRecord = shown ? chat.complete : stored.at(-1)
  const latest = useScrollToTurn(earlier.length, shown !== undefined)
  if (!last)
    return (
      <>
        {opening ?? <EmptyView title="想问什么？" note="回答会注明出处" />}
        <SuggestedQuestions title="可以这样问" questions={suggested} onAsk={questionActions.followUp} />
      </>
    )
  return (
    <>
      {earlier.map((record) => (
        <Turn key={record.id} record={record} shown={toShownAnswer(record)} {...props} />
      ))}
      <div ref={latest} className={styles.latest} data-after={earlier.length > 0}>
        {/* The same element before and after its answer has ended, so that an open citation card stays open. */}
        <Turn key={last.id} record={lastRecord} shown={last} {...props} />
        <AnswerOutcome key={`outcome ${last.id}`} shown={last} />
        {!isRunning(last) && (
          <SuggestedQuestions
            title="接着问"
            questions={last.other_questions}
            onAsk={questionActions.followUp}
          />
        )}
      </div>
    </>
  )
}

/**
 * Tells screen readers the outcome of an answer that was being written when it was first rendered; the steps until then
 * are announced by the answer itself.
 */
function AnswerOutcome({ shown }: { shown: ShownAnswer }) {
  const [wasRunning] = useState(isRunning(shown))
  return (
    <p className="sr-only" role="status">
      {wasRunning && !isRunning(shown) && outcomeText(shown)}
    </p>
  )
}

/** Returns the outcome of an answer that is no longer being written, in words. */
function outcomeText(shown: ShownAnswer): string {
  const { status, citations } = shown
  if (status === 'failed') return '回答没有完成'
  if (status === 'cancelled') return '回答已停止'
  if (isBeingChecked(shown)) return '回答已写完'
  return citations.length > 0 ? `回答完成，${citations.length} 处引用` : '回答完成'
}

/**
 * Returns the `ref` of the latest turn, which is scrolled to the top when it follows others: when its question is asked,
 * and when the chat is opened.
 *
 * @param before the number of earlier turns
 * @param isFollowed whether its answer is being followed rather than stored
 */
function useScrollToTurn(before: number, isFollowed: boolean) {
  const latest = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every question, and not again when its answer ends
  useEffect(() => {
    if (before > 0) latest.current?.scrollIntoView({ block: 'start' })
  }, [before, isFollowed && before])
  return latest
}

/** The question that continues an answer that was cut off. */
const CONTINUE_PROMPT = '请接着上一个回答没有写完的地方继续写'

interface TurnProps extends Props {
  /** Undefined while the answer is being written. While its citations are checked, it lacks the changes of the check. */
  record: ChatRecord | undefined
  /** The answer as displayed. */
  shown: ShownAnswer
}

/** Renders a question and its answer, with the available actions once it is stored. */
function Turn({ record, shown, ...props }: TurnProps) {
  const { chat, questionActions, onOpen, scope } = props
  const { onRetry, ...actions } = useTurnActions(record, props)
  const revise = useRevision(record)
  return (
    <AnswerView
      shown={shown}
      about={<TurnAttachments {...props} attachments={shown.attachments} />}
      ofLibrary={shown.attachments.length === 0 && searchesLibrary(scope)}
      onOpen={onOpen}
      onRetry={onRetry}
      // Only the last answer can be continued.
      onContinue={shown === props.chat.last ? () => questionActions.followUp(CONTINUE_PROMPT) : undefined}
      {...actions}
    >
      <Revisions
        // The offsets of the revisions refer to the answer as stored, with its redacted parts.
        answer={(isBeingChecked(shown) ? shown : (record ?? shown)).answer}
        revisions={shown.revisions}
        onRevise={record && !isRunning(record) && !isBeingChecked(record) ? revise : undefined}
      />
      {record && !isRunning(record) && (
        <AnswerActions
          record={record}
          onAgain={onRetry}
          onEdit={() => questionActions.edit(record)}
          onSibling={chat.seeSibling}
        />
      )}
    </AnswerView>
  )
}

/** Whether the questions of a chat are answered from the whole library rather than a selection. */
const searchesLibrary = ({ dataset_id, paper_id_list = [], document_ids = [] }: ChatScope): boolean =>
  !dataset_id && paper_id_list.length + document_ids.length === 0

/** Returns the actions on a turn; while its answer is being written, only `onRetry`. */
function useTurnActions(
  record: ChatRecord | undefined,
  { questionActions, application_id }: Pick<Props, 'questionActions' | 'application_id'>,
) {
  const models = useRead(api.chat.models, { application_id })
  const { redact, restore } = useRedaction(record)
  if (!record) return { onRetry: questionActions.retry }
  const local = localModel((models.data ?? []).filter(({ id }) => id !== record.model))
  return {
    onRetry: () => questionActions.again(record),
    ...(local &&
      record.engine === 'model' && {
        local: { name: local.name, run: () => questionActions.againLocally(record, local.id) },
      }),
    ...(record.engine === 'model' && { onGeneral: () => questionActions.again(record, true) }),
    onEdit: () => questionActions.edit(record),
    onWithout: (chip: UnderstoodChip) => questionActions.without(record, chip),
    ...(!isBeingChecked(record) && { onRedact: redact, onRestore: restore }),
  }
}

type TurnAttachmentsProps = Pick<Props, 'onFile' | 'scope'> & { attachments: Attachment[] }

/**
 * Renders the files and documents that a question was asked about, without those that every question of the chat is
 * about.
 */
const TurnAttachments = ({ attachments, scope, onFile }: TurnAttachmentsProps) => (
  <QuestionAttachments attachments={addedAttachments(attachments, scope.document_ids)} onFile={onFile} />
)

interface SuggestedQuestionsProps {
  title: string
  questions: readonly string[]
  onAsk: (question: string) => void
}

/** Renders questions that are sent when pressed. */
function SuggestedQuestions({ title, questions, onAsk }: SuggestedQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <section className={styles.questions} aria-label={title}>
      <h3>{title}</h3>
      {questions.map((question) => (
        <button key={question} type="button" className={styles.follow} onClick={() => onAsk(question)}>
          <Icon name="chat" size={16} />
          <span>{question}</span>
          <Icon name="right" size={16} />
        </button>
      ))}
    </section>
  )
}

interface QuestionAttachmentsProps {
  attachments: readonly Attachment[]
  onFile: (file: Attachment) => void
}

/** Renders links to the files and documents that a question was asked about. */
function QuestionAttachments({ attachments, onFile }: QuestionAttachmentsProps) {
  if (attachments.length === 0) return null
  return (
    <ul className={attachmentStyles.asked} aria-label="问题的附件">
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          {attachment.kind === 'file' ? (
            <button type="button" onClick={() => onFile(attachment)}>
              <Icon name={fileIcon(attachment.name)} size={16} />
              <span>{attachment.name}</span>
            </button>
          ) : (
            <Link to={readingAddress({ document_id: attachment.id })}>
              <Icon name={fileIcon(attachment.name)} size={16} />
              <span>{plainText(attachment.name)}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
