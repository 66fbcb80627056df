import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { isComposing } from '../../ui/enter.ts'
import fields from '../../ui/fields/field.module.css'
import { useDebounced } from '../../ui/timing.ts'
import styles from './desk.module.css'

/** A search inside a text. */
export interface FindState {
  words: string
  /** Index of the current match, from 0. */
  at: number
  total: number
  /** Number of parts of the text searched so far. */
  read: number
  look: (words: string) => void
  step: (by: 1 | -1) => unknown
}

interface Props {
  of: FindState
  /** Number of parts of the text. */
  pages: number
  /** Changes when the field is requested again. */
  wish: number
  onClose: () => void
}

/** Renders the search in the whole text: Enter steps forward, Shift + Enter back, Escape closes. */
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
