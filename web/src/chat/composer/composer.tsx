import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { EXTRACTIVE } from '../../api/outside-models.ts'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { isSendKey, useSendWhenFree } from '../../ui/enter.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import {
  attachFiles,
  type ChatAttachment,
  isSending,
  useChatAttachments,
} from '../attachments/attachments.state.ts'
import styles from './composer.module.css'
import { ModelChoice, useModels } from './model-choice.tsx'

/** A question with its answering options. */
export interface ChatQuestion {
  message: string
  general_knowledge: boolean
}

/** Maximum length of a question, in characters. */
const MAX_QUESTION_CHARS = 32_000

/** Number of prompts that the menu shows. */
const MAX_PROMPTS = 12

/** A text to put into the field. */
export interface ComposerDraft {
  text: string
  /** When it was made, in milliseconds since 1970: distinguishes a draft from an earlier one with the same text. */
  at: number
  /** The text the field must contain for the draft to replace it; when absent, any. */
  over?: string
}

interface Props {
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
export function Composer(props: Props) {
  const { chat_id, running, onSend, draft, onStopEditing } = props
  const [text, setText] = useUnsentText(chat_id)
  const attached = useChatAttachments(chat_id)
  const { isOver, dropProps } = useFileDrop(({ files }) => attachFiles(chat_id, [...files]))
  const [general, setGeneral] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  const send = () => {
    const message = text.trim()
    if (message) onSend({ message, general_knowledge: general }, () => setText(''))
  }
  const { isWaiting, request, withdraw } = useSendWhenFree(running, send)
  const changeText = (next: string) => {
    withdraw()
    setText(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every draft, whatever the field contains later
  useEffect(() => {
    if (!draft || (draft.over ?? text) !== text) return
    changeText(draft.text)
    field.current?.focus()
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
      {onStopEditing && (
        <div className={styles.editing}>
          <Icon name="edit" size={16} />
          正在改问题，改后会另答一次
          <QuietButton onPress={onStopEditing}>不改了</QuietButton>
        </div>
      )}
      {isWaiting && (
        <div className={styles.editing} role="status">
          <Icon name="chat" size={16} />
          这个回答结束后就发送
          <QuietButton onPress={withdraw}>先不发</QuietButton>
        </div>
      )}
      <AttachmentList chat_id={chat_id} attached={attached} note={evidenceScopeText(props, attached)} />
      <textarea
        ref={field}
        aria-label="问题"
        rows={1}
        maxLength={MAX_QUESTION_CHARS}
        placeholder="提问，Enter 发送，Shift + Enter 换行"
        value={text}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          // Office programs copy text together with a picture of it.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          attachFiles(chat_id, files)
        }}
      />
      <ComposerBar
        {...props}
        sending={isSending(attached)}
        empty={text.trim() === ''}
        general={general}
        onGeneral={setGeneral}
        onPrompt={(content) => {
          changeText(content)
          field.current?.focus()
        }}
        send={send}
      />
    </div>
  )
}

/**
 * Returns the note on what an answer with attachments is based on; attached documents replace the dataset they belong
 * to.
 */
function evidenceScopeText({ scope, papers = 0 }: Props, attached: readonly ChatAttachment[]): string {
  const { dataset_id, document_ids = [] } = scope
  const usesDataset = dataset_id !== undefined && !attached.some(({ kind }) => kind === 'document')
  return usesDataset || document_ids.length > 0 || papers > 0
    ? '回答会同时依据附件；移除后不再依据'
    : '回答只依据附件；移除后不再依据'
}

interface ComposerBarProps extends Props {
  empty: boolean
  /** Attachments are still being uploaded. */
  sending: boolean
  /** The model may answer from general knowledge when there is no evidence. */
  general: boolean
  onGeneral: (on: boolean) => void
  onPrompt: (content: string) => void
  send: () => void
}

/** Renders the answering options of a question and the send button. */
function ComposerBar(props: ComposerBarProps) {
  const { application_id, papers = 0, model, onModel, running, onStop, send, empty } = props
  const { choices, chosen } = useModels(application_id, model)
  return (
    <>
      <div className={styles.bar}>
        {papers > 0 && (
          <span className={styles.chip} title={`只依据这 ${papers} 篇文献回答`}>
            限 {papers} 篇
          </span>
        )}
        <ModelChoice choices={choices} chosen={chosen} onModel={onModel} />
        <AttachButton chat_id={props.chat_id} dataset_id={props.scope.dataset_id} />
        <Prompts onChoose={props.onPrompt} />
        {chosen && chosen.id !== EXTRACTIVE && (
          <label className={styles.switch} title="找不到依据时，允许模型凭通用知识回答">
            <input
              type="checkbox"
              checked={props.general}
              onChange={(event) => props.onGeneral(event.target.checked)}
            />
            用通识回答
          </label>
        )}
        <span className={styles.gap} />
        {running ? (
          <ActionButton name="停止" onPress={onStop} />
        ) : (
          <ActionButton name="发送" onPress={send} primary={!empty} off={empty || props.sending} />
        )}
      </div>
      {chosen?.external && (
        <p className={styles.note}>
          问题和引用的原文会发送给站外模型{inCorners(chosen.name)}
          {chosen.host && `（${chosen.host}）`}。
        </p>
      )}
    </>
  )
}

/** Renders a menu of texts from the prompt library to put into the field. */
function Prompts({ onChoose }: { onChoose: (text: string) => void }) {
  const { data } = useRead(api.tools.prompts, { keyword: '', type: '' })
  const prompts = [...(data?.own ?? []), ...(data?.ready ?? [])].slice(0, MAX_PROMPTS)
  if (prompts.length === 0) return null
  return (
    <MenuButton
      label="提示词"
      button={
        <span className={styles.prompts}>
          <Icon name="quote" size={16} />
          提示词
        </span>
      }
      actions={prompts.map(({ name, content }) => ({ name, icon: 'file', run: () => onChoose(content) }))}
    />
  )
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
