import { api, type OutputOf } from '@scinav/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { fieldQuery, usePaperAddress } from '../paper/addresses.ts'
import { isComposing } from '../ui/enter.ts'
import { useDebounced } from '../ui/timing.ts'

/**
 * Manages a search field: the typed text, its suggestions and the selected one, whose index is −1 while none is.
 *
 * @param value the text shown at first, and whenever it changes.
 * @param onSubmit called with the trimmed text that is submitted.
 */
export function useSearchField(value: string, onSubmit: (text: string) => void, suggests = true) {
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [selectedIndex, setSelectedIndex] = useState(-1)
  const address = usePaperAddress()
  const suggestions = useSuggestions(text, open && suggests)
  const isListShown = open && suggests && suggestions.length > 0
  const current = isListShown ? suggestions[selectedIndex] : undefined
  useEffect(() => setText(value), [value])

  /** Submits a text, not a suggestion. */
  const search = (words: string) => {
    setOpen(false)
    setText(words)
    onSubmit(words.trim())
  }
  const choose = (suggestion: Suggestion) => {
    if (!suggestion.paper_id) return search(suggestionQuery(suggestion))
    setOpen(false)
    address.open(suggestion.paper_id)
  }
  const type = (words: string) => {
    setText(words)
    setSelectedIndex(-1)
    setOpen(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (current) choose(current)
    else search(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') return setOpen(false)
    if (event.key === 'Tab' && current) {
      event.preventDefault()
      return type(current.text)
    }
    if (!suggests) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    setOpen(true)
    setSelectedIndex(nextIndex(selectedIndex, step, suggestions.length))
  }
  return { text, suggestions, isListShown, selectedIndex, setOpen, search, choose, type, submit, onKeyDown }
}

/** Steps cyclically through the list, with the field itself at -1. */
function nextIndex(at: number, step: number, length: number): number {
  return ((at + 1 + step + length + 1) % (length + 1)) - 1
}

/** Returns the query of a selected suggestion. */
function suggestionQuery({ type, text }: Suggestion): string {
  if (type === 'author') return fieldQuery('AU', text)
  return type === 'journal' ? fieldQuery('JN', text) : text
}

export type Suggestion = OutputOf<typeof api.papers.suggest>[number]

/** Debounce delay of the suggestions, in milliseconds. */
const DEBOUNCE_MS = 120
const MAX_QUERY_CHARS = 200

/** Returns the suggestions for a text in display order; none while the list is closed. */
function useSuggestions(text: string, open: boolean): Suggestion[] {
  const keyword = useDebounced(text.trim().slice(0, MAX_QUERY_CHARS), DEBOUNCE_MS)
  const found = useRead(api.papers.suggest, { keyword, limit: 10 }, { enabled: open, keepPrevious: true })
  const list = open ? (found.data ?? []) : []
  return list.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

const order: Suggestion['type'][] = ['history', 'keyword', 'title', 'author', 'journal']
