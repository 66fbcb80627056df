import { create } from 'zustand'
import type { PageBox } from '../places/boxes.ts'

/** A span of a text or an area of a page. */
export interface TextLocation {
  page: number | null
  boxes: readonly PageBox[]
  /** Offsets in the canonical text. */
  start: number | null
  end: number | null
}

/** A location to scroll to and highlight. */
export interface ScrollTarget extends TextLocation {
  /** Changes with every request, so that the same location can be shown again. */
  key: number
}

/** A selection made with the pointer or the keyboard. */
export interface TextSelection extends TextLocation {
  quote: string
  prefix: string
  suffix: string
}

/** The pane that fills the screen on a phone. */
export type Pane = 'desk' | 'side' | 'list'

interface ReadingState {
  sought: ScrollTarget | undefined
  /** Id of the current annotation, and whether its comment is being edited. */
  annotation: string | undefined
  writes: boolean
  selected: TextSelection | undefined
  /** The text to translate in the panel. */
  passage: string
  /** A question to ask about the text; `key` distinguishes repeated questions. */
  question: { text: string; key: number } | undefined
  pane: Pane
  /** The page in view, and the block at the top of the text. */
  page: number
  ordinal: number
}

const INITIAL_STATE: ReadingState = {
  sought: undefined,
  annotation: undefined,
  writes: false,
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
  useReading.setState({ sought: { page, boxes, start, end, key: lastRequestKey }, pane: 'desk' })
}

/** Scrolls to the beginning of a page. */
export const showPage = (page: number): void => showLocation({ page, boxes: [], start: null, end: null })

/** Selects an annotation. */
export function openAnnotation(id: string | undefined, writes = false): void {
  useReading.setState({ annotation: id, writes })
}

/** Asks a question about the text. */
export function askAbout(text: string): void {
  lastRequestKey += 1
  useReading.setState({ question: { text, key: lastRequestKey } })
}
