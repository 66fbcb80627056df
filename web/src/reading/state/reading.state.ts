import { create } from 'zustand'
import type { PageBox } from '../places/boxes.ts'

/** A stretch of a text or a part of a page. */
export interface TextLocation {
  page: number | null
  boxes: readonly PageBox[]
  /** Offsets in the canonical text. */
  start: number | null
  end: number | null
}

/** What is to be brought into view and lit. */
export interface ScrollTarget extends TextLocation {
  /** Changes with every wish: the same place is shown again. */
  key: number
}

/** What somebody has selected, or points at by the keyboard. */
export interface TextSelection extends TextLocation {
  quote: string
  prefix: string
  suffix: string
}

/** On a phone one of these fills the screen. */
export type Pane = 'desk' | 'side' | 'list'

interface ReadingState {
  sought: ScrollTarget | undefined
  /** The annotation in hand, and whether its comment is being written. */
  annotation: string | undefined
  writes: boolean
  selected: TextSelection | undefined
  /** What is to be translated beside the text. */
  passage: string
  /** What is to be asked about the text; `key` tells the same question from itself. */
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

/** What the parts of the reading screen tell each other about the text that is open. */
export const useReading = create<ReadingState>()(() => INITIAL_STATE)

/** Forgets everything about the text that was open. */
export const resetReading = (): void => useReading.setState(INITIAL_STATE, true)

let lastRequestKey = 0

/** Brings a place into view and lights it. */
export function showLocation({ page, boxes, start, end }: TextLocation): void {
  lastRequestKey += 1
  useReading.setState({ sought: { page, boxes, start, end, key: lastRequestKey }, pane: 'desk' })
}

/** Brings the beginning of a page into view. */
export const showPage = (page: number): void => showLocation({ page, boxes: [], start: null, end: null })

/** Takes an annotation in hand. */
export function openAnnotation(id: string | undefined, writes = false): void {
  useReading.setState({ annotation: id, writes })
}

/** Asks something about the text. */
export function askAbout(text: string): void {
  lastRequestKey += 1
  useReading.setState({ question: { text, key: lastRequestKey } })
}
