import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { isComposing } from '../../ui/enter.ts'
import fields from '../../ui/fields/field.module.css'
import { useDebounced } from '../../ui/timing.ts'
import styles from './desk.module.css'

/** Words that are looked for in a text. */
export interface FindState {
  words: string
  /** Which of the places is in hand, from 0. */
  at: number
  total: number
  /** How many parts of the text have been read. */
  read: number
  look: (words: string) => void
  step: (by: 1 | -1) => unknown
}

interface Props {
  of: FindState
  /** How many parts the text has. */
  pages: number
  /** Changes when the field is wished for once more. */
  wish: number
  onClose: () => void
}

/** Looks for words in the whole text: Enter goes on, Shift + Enter back, Escape closes. */
export function FindBar({ of, pages, wish, onClose }: Props) {
  const [text, setText] = useState(of.words)
  const field = useRef<HTMLInputElement>(null)
  const settled = useDebounced(text, 200)
  const { look } = of
  const latest = useRef(look)
  latest.current = look
  useEffect(() => latest.current(settled), [settled])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every wish
  useEffect(() => field.current?.select(), [wish])
  useEffect(() => () => latest.current(''), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (text.trim() === of.words) of.step(event.shiftKey ? -1 : 1)
    else look(text)
  }
  return (
    <search className={styles.find}>
      <input
        ref={field}
        className={fields.field}
        type="search"
        aria-label="在文中查找"
        placeholder="在文中查找"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status">{findStatusText(of, pages)}</p>
      <QuietButton icon="up" label="上一处" onPress={() => of.step(-1)} />
      <QuietButton icon="down" label="下一处" onPress={() => of.step(1)} />
      <QuietButton icon="close" label="关闭查找" onPress={onClose} />
    </search>
  )
}

function findStatusText({ words, at, total, read }: FindState, pages: number): string {
  if (!words) return ''
  if (total > 0) return `${at + 1} / ${total}${read < pages ? '…' : ''}`
  return read < pages ? '正在查找…' : '没有找到'
}
