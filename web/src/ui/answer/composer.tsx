import { api } from '@scinav/contract'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../action-button.tsx'
import fields from '../field.module.css'
import { Icon } from '../icons/icon.tsx'
import { MenuButton } from '../menu-button.tsx'
import styles from './composer.module.css'

/** A question and how it is to be answered. */
export interface Asked {
  message: string
  general_knowledge: boolean
}

interface Props {
  application_id: string
  /** Under which name unsent text is kept. */
  place: string
  running: boolean
  onSend: (asked: Asked) => void
  onStop: () => void
  /** Put into the field, once for every `at`. */
  draft?: { text: string; at: number } | undefined
  /** How many papers are asked about. */
  papers?: number
  /** The chosen model; empty for the application's own. */
  model: string
  onModel: (model: string) => void
}

/** The field for a question. Enter sends, Shift+Enter begins a line; what is not sent yet outlives a reload. */
export function Composer(props: Props) {
  const { application_id, place, running, onSend, onStop, draft, papers = 0, model, onModel } = props
  const [text, setText] = useUnsent(place)
  const [general, setGeneral] = useState(false)
  const models = useRead(api.chat.models, { application_id })
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  useEffect(() => {
    if (!draft) return
    setText(draft.text)
    field.current?.focus()
  }, [draft, setText])

  const send = () => {
    const message = text.trim()
    if (!message || running) return
    onSend({ message, general_knowledge: general })
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const choices = (models.data ?? []).filter(({ available }) => available)
  const chosen = choices.find((one) => (model ? one.id === model : one.default))
  return (
    <div className={styles.box}>
      <textarea
        ref={field}
        id={id}
        aria-label="问题"
        rows={2}
        maxLength={32_000}
        placeholder="提问，Enter 发送，Shift + Enter 换行"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        {papers > 0 && <span className={styles.chip}>只问 {papers} 篇文献</span>}
        {choices.length > 1 && (
          <select
            className={fields.choice}
            data-quiet="true"
            aria-label="模型"
            value={chosen?.id ?? ''}
            onChange={(event) => onModel(event.target.value)}
          >
            {choices.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <Prompts onChoose={setText} />
        <label className={styles.switch}>
          <input type="checkbox" checked={general} onChange={(event) => setGeneral(event.target.checked)} />
          用通识回答
        </label>
        <span className={styles.gap} />
        {running ? (
          <ActionButton name="停止" onPress={onStop} />
        ) : (
          <ActionButton name="发送" onPress={send} primary />
        )}
      </div>
      {chosen?.external && <p className={styles.note}>问题和引用的原文会发送给站外模型「{chosen.name}」。</p>}
    </div>
  )
}

/** Texts from the prompt library that can be put into the field. */
function Prompts({ onChoose }: { onChoose: (text: string) => void }) {
  const found = useRead(api.tools.prompts, { keyword: '', type: '' })
  const all = [...(found.data?.own ?? []), ...(found.data?.ready ?? [])].slice(0, 12)
  if (all.length === 0) return null
  return (
    <MenuButton
      label="提示词"
      button={<Icon name="list" size={16} />}
      actions={all.map(({ name, content }) => ({ name, icon: 'file', run: () => onChoose(content) }))}
    />
  )
}

/** Text that is kept for this tab under a name until it is sent. */
function useUnsent(place: string): [string, (text: string) => void] {
  const key = `scinav.question:${place}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const [set] = useState(() => (next: string) => {
    setText(next)
    sessionStorage.setItem(key, next)
  })
  return [text, set]
}
