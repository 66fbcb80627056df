import { create } from 'zustand'
import type { PageBox } from '../places/boxes.ts'

/** A span of a text or an area of a page. */
export interface TextLocation {
  /** Counted from 1; null in a text without pages. */
  page: number | null
  /** The area; empty when only the page or the span is known. */
  boxes: readonly PageBox[]
  /** Offset in the text as parsed; null when it is unknown. */
  start: number | null
  /** Offset after the span; null when it is unknown. */
  end: number | null
}

/** A location to scroll to and highlight; each request is a new object, so that a location can be shown again. */
export interface ScrollTarget extends TextLocation {
  /** Differs between requests. */
  key: number
}

/** A selection made with the pointer or the keyboard. */
export interface TextSelection extends TextLocation {
  quote: string
  /** Some text before the quote, with which it can be found again. */
  prefix: string
  /** Some text after the quote. */
  suffix: string
}

/** The pane that fills the screen on a phone. */
export type Pane = 'desk' | 'side' | 'list'

interface ReadingState {
  /** The location shown last, which stays highlighted. */
  requested: ScrollTarget | undefined
  /** Id of the current annotation. */
  annotation: string | undefined
  /** Whether the comment of the current annotation is being edited. */
  isEditing: boolean
  selected: TextSelection | undefined
  /** The text to translate in the panel; `''` for none. */
  passage: string
  /** A question to ask about the text; `key` distinguishes repeated questions. */
  question: { text: string; key: number } | undefined
  pane: Pane
  /** The page in view, from 1. */
  page: number
  /** The ordinal of the block at the top of the text view, from 0. */
  ordinal: number
}

const INITIAL_STATE: ReadingState = {
  requested: undefined,
  annotation: undefined,
  isEditing: false,
  selected: undefined,
  passage: '',
  question: undefined,
  pane: 'desk',
  page: 1,
  ordinal: 0,
}

/** The state that the parts of the reading screen share about the open text. */
export const useReading = create<ReadingState>()(() => INITIAL_STATE)

/** Resets the state when another text opens. */
export const resetReading = (): void => useReading.setState(INITIAL_STATE, true)

let lastRequestKey = 0

/** Scrolls to a location and highlights it. */
export function showLocation({ page, boxes, start, end }: TextLocation): void {
  lastRequestKey += 1
  useReading.setState({ requested: { page, boxes, start, end, key: lastRequestKey }, pane: 'desk' })
}

/** Scrolls to the beginning of a page. */
export const showPage = (page: number): void => showLocation({ page, boxes: [], start: null, end: null })

/** Makes an annotation the current one, or none; with `isEditing`, its comment is opened for editing. */
export function openAnnotation(id: string | undefined, isEditing = false): void {
  useReading.setState({ annotation: id, isEditing })
}

/** Hands a question about the text to the chat panel, which asks it once it is shown. */
export function askAbout(text: string): void {
  lastRequestKey += 1
  useReading.setState({ question: { text, key: lastRequestKey } })
}
