import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { isSendKey, useSendWhenFree } from '../../ui/enter.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import {
  attachFiles,
  type ChatAttachment,
  isSending,
  useChatAttachments,
} from '../attachments/attachments.state.ts'
import styles from './composer.module.css'
import { type AnswerOptions, ComposerBar } from './composer-bar.tsx'
import { useModels } from './model-choice.tsx'
import { ModelLine } from './model-line.tsx'

/** A question with its answering options. */
export interface ChatQuestion extends Partial<AnswerOptions> {
  message: string
}

/** Maximum length of a question, in characters. */
const MAX_QUESTION_CHARS = 32_000

/** A text to put into the field. */
export interface ComposerDraft {
  text: string
  /** When it was made, in milliseconds since 1970: distinguishes a draft from an earlier one with the same text. */
  at: number
  /** The text the field must contain for the draft to replace it; when absent, the draft replaces any text. */
  over?: string
}

interface ComposerProps {
  application_id: string
  /** The key under which unsent text and attachments are stored. */
  chat_id: string
  /** What every question is about: a dataset, or some of its documents. */
  scope: { dataset_id?: string; document_ids?: string[] }
  /** Whether an answer is being written. */
  running: boolean
  /** `onSent` must be called once the question has been sent; until then the text stays in the field. */
  onSend: (question: ChatQuestion, onSent: () => void) => void
  onStop: () => void
  /** Put into the field once for every new `at`. */
  draft?: ComposerDraft | undefined
  /** Leaves the editing of an earlier question without changing it. */
  onStopEditing?: (() => void) | undefined
  /** Number of papers the chat is about. */
  papers?: number
  /** Id of the chosen model; `''` for the application's default. */
  model: string
  onModel: (model: string) => void
}

/**
 * Renders the field for a question. Enter sends, Shift+Enter starts a new line. A question sent while an answer is
 * being written is held until that answer has ended; unsent text survives a reload.
 */
export function Composer(props: ComposerProps) {
  const { chat_id, application_id, model, running, onSend, draft, onStopEditing } = props
  const [text, setText] = useUnsentText(chat_id)
  const attached = useChatAttachments(chat_id)
  const { isOver, dropProps } = useFileDrop(({ files }) => attachFiles(chat_id, [...files]))
  const [options, setOptions] = useState<AnswerOptions>({ general_knowledge: false, without_model: false })
  const models = useModels(application_id, model)
  const modelLineId = useId()
  const field = useRef<HTMLTextAreaElement>(null)

  const send = () => {
    const message = text.trim()
    if (!message) return
    onSend({ message, ...options }, () => {
      setText('')
      setOptions({ ...options, without_model: false })
    })
  }
  const { isWaiting, request, withdraw } = useSendWhenFree(running, send)
  const changeText = (next: string) => {
    withdraw()
    setText(next)
  }
  const putText = (next: string) => {
    changeText(next)
    field.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every draft, whatever the field contains later
  useEffect(() => {
    if (draft && (draft.over ?? text) === text) putText(draft.text)
  }, [draft])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onStopEditing) {
      // Keeps Escape from closing an enclosing panel.
      event.preventDefault()
      onStopEditing()
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    if (text.trim() !== '') request()
  }
  return (
    <div className={styles.box} data-over={isOver} {...dropProps}>
      <QuestionState onStopEditing={onStopEditing} onWithdraw={isWaiting ? withdraw : undefined} />
      <AttachmentList chat_id={chat_id} attached={attached} note={evidenceScopeText(props, attached)} />
      <textarea
        ref={field}
        aria-label="问题"
        aria-describedby={modelLineId}
        rows={1}
        maxLength={MAX_QUESTION_CHARS}
        placeholder="提问，Enter 发送，Shift + Enter 换行"
        value={text}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => attachPastedFiles(event, chat_id)}
      />
      <ComposerBar
        {...props}
        models={models}
        uploading={isSending(attached)}
        empty={text.trim() === ''}
        options={options}
        onOptions={setOptions}
        onPrompt={putText}
        onSend={send}
      />
      <ModelLine id={modelLineId} models={models} withoutModel={options.without_model} />
    </div>
  )
}

interface QuestionStateProps {
  /** Given while an earlier question is being edited. */
  onStopEditing: (() => void) | undefined
  /** Given while the question waits for the end of an answer. */
  onWithdraw: (() => void) | undefined
}

/** Renders above the field that an earlier question is being edited, or that the question waits to be sent. */
const QuestionState = ({ onStopEditing, onWithdraw }: QuestionStateProps) => (
  <>
    {onStopEditing && (
      <div className={styles.editing}>
        <Icon name="edit" size={16} />
        正在改问题，改后会另答一次
        <QuietButton onPress={onStopEditing}>不改了</QuietButton>
      </div>
    )}
    {onWithdraw && (
      <div className={styles.editing} role="status">
        <Icon name="chat" size={16} />
        这个回答结束后就发送
        <QuietButton onPress={onWithdraw}>先不发</QuietButton>
      </div>
    )}
  </>
)

/** Attaches pasted files, unless there is text as well: office programs copy text together with a picture of it. */
function attachPastedFiles(event: ClipboardEvent, chat_id: string): void {
  const files = [...event.clipboardData.files]
  if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
  event.preventDefault()
  attachFiles(chat_id, files)
}

/**
 * Returns the note on what an answer with attachments is based on; attached documents replace the dataset they belong
 * to.
 */
function evidenceScopeText(
  { scope, papers = 0 }: ComposerProps,
  attached: readonly ChatAttachment[],
): string {
  const { dataset_id, document_ids = [] } = scope
  const usesDataset = dataset_id !== undefined && !attached.some(({ kind }) => kind === 'document')
  return usesDataset || document_ids.length > 0 || papers > 0
    ? '回答会同时依据附件；移除后不再依据'
    : '回答只依据附件；移除后不再依据'
}

/** Keeps text in this tab's storage until it is sent. */
function useUnsentText(chat_id: string): [string, (text: string) => void] {
  const key = `scinav.question:${chat_id}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  // A state rather than a callback, so that the setter of the first render is kept.
  const [storeText] = useState(() => (next: string) => {
    setText(next)
    sessionStorage.setItem(key, next)
  })
  return [text, storeText]
}
