import { api, type OutputOf } from '@scinav/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { fieldQuery, usePaperAddress } from '../paper/addresses.ts'
import { isComposing } from '../ui/enter.ts'
import { useDebounced } from '../ui/timing.ts'

/**
 * Returns the state and the handlers of a search field: the typed text, its suggestions, and the index of the selected
 * one, −1 while none is. `search` submits a text, `choose` takes a suggestion, `type` enters a text.
 *
 * @param value the text shown at first, and whenever it changes
 * @param onSubmit called with the trimmed text that is submitted
 * @param suggests whether the field has suggestions
 */
export function useSearchField(value: string, onSubmit: (text: string) => void, suggests = true) {
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [selectedIndex, setSelectedIndex] = useState(-1)
  const address = usePaperAddress()
  const suggestions = useSuggestions(text, open && suggests)
  const isListShown = open && suggests && suggestions.length > 0
  /** The selected suggestion. */
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

/** Steps cyclically through a list; −1 stands for the field itself, before the first and after the last item. */
function nextIndex(index: number, step: number, length: number): number {
  const stops = length + 1
  return ((index + 1 + step + stops) % stops) - 1
}

/** Returns the query of a selected suggestion. */
function suggestionQuery({ type, text }: Suggestion): string {
  if (type === 'author') return fieldQuery('AU', text)
  return type === 'journal' ? fieldQuery('JN', text) : text
}

/** A suggestion for the typed text: an earlier search, a term, a paper, an author or a journal. */
export type Suggestion = OutputOf<typeof api.papers.suggest>[number]

/** Pause in typing after which suggestions are requested, in milliseconds. */
const DEBOUNCE_MS = 120
/** The longest text that the call for suggestions accepts, in characters. */
const MAX_QUERY_CHARS = 200

/** Number of suggestions that are shown. */
const MAX_SUGGESTIONS = 10

/** Returns the suggestions for a text in display order; none while the list is closed. */
function useSuggestions(text: string, open: boolean): Suggestion[] {
  const keyword = useDebounced(text.trim().slice(0, MAX_QUERY_CHARS), DEBOUNCE_MS)
  const found = useRead(
    api.papers.suggest,
    { keyword, limit: MAX_SUGGESTIONS },
    { enabled: open, keepPrevious: true },
  )
  const list = open ? (found.data ?? []) : []
  return list.toSorted((a, b) => TYPE_ORDER.indexOf(a.type) - TYPE_ORDER.indexOf(b.type))
}

/** The kinds of suggestions in display order. */
const TYPE_ORDER: Suggestion['type'][] = ['history', 'keyword', 'title', 'author', 'journal']
