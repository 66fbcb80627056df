import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { isComposing } from '../../ui/enter.ts'
import fields from '../../ui/fields/field.module.css'
import { useDebounced } from '../../ui/timing.ts'
import styles from './desk.module.css'
import { isCovered, isPlainKey } from './keys.ts'

/** A search inside a text, and the functions that change it. */
export interface FindState {
  /** What is searched; `''` for nothing. */
  words: string
  /** Index of the current match, from 0. */
  index: number
  /** Number of matches found so far. */
  total: number
  /** Number of parts of the text searched so far. */
  searched: number
  /** Begins another search; `''` ends it. */
  search: (words: string) => void
  /** Goes to the next (1) or previous (−1) match, from the last to the first and back. */
  step: (by: 1 | -1) => unknown
}

interface Props {
  find: FindState
  /** Number of parts of the text: of its pages, or of its chunks of blocks. */
  parts: number
  /** Changes when the field is requested again, which selects its text. */
  request: number
  onClose: () => void
}

/** Delay between typing and searching, in milliseconds. */
const SEARCH_DELAY_MS = 200

/** Renders the search in the whole text: Enter steps forward, Shift + Enter back, Escape closes. */
export function FindBar({ find, parts, request, onClose }: Props) {
  const [text, setText] = useState(find.words)
  const field = useRef<HTMLInputElement>(null)
  const settled = useDebounced(text, SEARCH_DELAY_MS)
  const { search } = find
  // The effects run for the text alone; they call the latest function through the ref.
  const latest = useRef(search)
  latest.current = search
  useEffect(() => latest.current(settled), [settled])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every request
  useEffect(() => field.current?.select(), [request])
  // Closing the bar removes the marks of the matches.
  useEffect(() => () => latest.current(''), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (text.trim() === find.words) find.step(event.shiftKey ? -1 : 1)
    else search(text)
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
      <p role="status">{findStatusText(find, parts)}</p>
      <QuietButton icon="up" label="上一处" onPress={() => find.step(-1)} />
      <QuietButton icon="down" label="下一处" onPress={() => find.step(1)} />
      <QuietButton icon="close" label="关闭查找" onPress={onClose} />
    </search>
  )
}

/** Returns 「3 / 12」 with `…` while the search continues, or that nothing was found; `''` without words. */
function findStatusText({ words, index, total, searched }: FindState, parts: number): string {
  if (!words) return ''
  const isSearching = searched < parts
  if (total > 0) return `${index + 1} / ${total}${isSearching ? '…' : ''}`
  return isSearching ? '正在查找…' : '没有找到'
}

interface FindKeyHandlers {
  /** Zooms in (1) or out (−1) by a step, or back to the initial size (0). */
  onZoom: (by: 1 | -1 | 0) => void
}

/** The zoom by key: 1 in · −1 out · 0 back to the initial size. */
const zooms: Readonly<Record<string, 1 | -1 | 0>> = { '+': 1, '=': 1, '-': -1, '0': 0 }

/** Whether a key opens the search: Ctrl+F or ⌘F, unless a dialog covers the text. */
const isFind = ({ ctrlKey, metaKey, key }: globalThis.KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f' && !isCovered()

/**
 * Handles shortcuts: Ctrl+F searches the whole open text rather than the part the browser has rendered; + and − zoom.
 * `request` increases with every Ctrl+F.
 */
export function useFindKeys(keys: FindKeyHandlers) {
  const [open, setOpen] = useState(false)
  const [request, setRequest] = useState(0)
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isFind(event)) {
        event.preventDefault()
        setOpen(true)
        setRequest((now) => now + 1)
      }
      const zoom = isPlainKey(event) ? zooms[event.key] : undefined
      if (zoom !== undefined) latest.current.onZoom(zoom)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { open, request, toggle: () => setOpen((now) => !now), close: () => setOpen(false) }
}
