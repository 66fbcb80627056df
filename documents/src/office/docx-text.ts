import { unreadable } from '../faults.ts'
import { type Shift, shifted } from '../structure/comparable-form.ts'
import { type Draft, warn } from '../structure/draft.ts'
import { child, type Element, elementsOf, textOf } from '../xml/xml.ts'
import { val } from './docx-styles.ts'
import { mathText } from './omml.ts'

/** What a paragraph holds beside its text. */
export interface Inline {
  text: string
  /** Elements with paragraphs of their own: text boxes. */
  boxes: Element[]
  /** Ids of the notes that it refers to, and where in the text their marks stand. */
  notes: { kind: 'footnote' | 'endnote'; id: string; at: number }[]
  /** There is nothing in it but a formula. */
  formula: boolean
}

interface Reading extends Inline {
  draft: Draft
  /** A cell or box may be painted: white text is seen there. */
  painted: boolean
  /** How the last run was set, and what was set alike with it. */
  shift: Shift | null
  shiftedText: string
  words: boolean
  math: boolean
}

/** What was deleted, moved away, or is a field's code. */
const unread = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'w:pPr', 'w:rPr', 'mc:Fallback'])
const LEAST_HALF_POINTS = 4

const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !['0', 'false', 'off'].includes(val(element) ?? '')

/** Whether nobody sees a run: hidden, smaller than 2 points, or white where nothing is painted behind it. */
function isInvisible(run: Element, painted: boolean): boolean {
  const properties = child(run, 'w:rPr')
  if (!properties) return false
  if (isOn(child(properties, 'w:vanish'))) return true
  if (Number(val(child(properties, 'w:sz')) ?? LEAST_HALF_POINTS) < LEAST_HALF_POINTS) return true
  const white = val(child(properties, 'w:color'))?.toUpperCase() === 'FFFFFF'
  return white && !painted && !child(properties, 'w:shd') && !child(properties, 'w:highlight')
}

/** Whether a run is set above or below the line, as an index or by half a point at least. */
function shiftOf(run: Element): Shift | null {
  const properties = child(run, 'w:rPr')
  const aligned = val(child(properties, 'w:vertAlign'))
  const rise = Number(val(child(properties, 'w:position')) ?? 0)
  if (aligned === 'superscript' || (aligned === undefined && rise > 0)) return 'raised'
  return aligned === 'subscript' || (aligned === undefined && rise < 0) ? 'lowered' : null
}

const signs: Record<string, string> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}

/** A sign of a symbol font: those of a private area have no meaning without it. */
function symbolOf({ attributes }: Element): string {
  const code = Number.parseInt(attributes['w:char'] ?? '', 16)
  return Number.isNaN(code) || (code >= 0xe000 && code <= 0xf8ff) ? '' : String.fromCodePoint(code % 0x110000)
}

function readRun(run: Element, reading: Reading): void {
  if (isInvisible(run, reading.painted)) {
    warn(reading.draft, 'invisible-text', textOf(run).trim().length)
    return
  }
  const shift = shiftOf(run)
  if (shift !== reading.shift) Object.assign(reading, { shift, shiftedText: '' })
  for (const element of elementsOf(run)) {
    if (element.name === 'w:t') {
      const own = textOf(element)
      const text = shift ? shifted(own, shift, reading.shiftedText) : own
      reading.shiftedText += own
      reading.text += text
      reading.words ||= text.trim() !== ''
    } else readInside(element, reading)
  }
}

/** What elements that are not text themselves add to a paragraph. */
const additions: Record<string, (element: Element, reading: Reading) => void> = {
  'w:r': readRun,
  'w:sym': (element, reading) => {
    reading.text += symbolOf(element)
  },
  'm:oMath': (element, reading) => {
    reading.math = true
    reading.text += mathText(element)
  },
  'w:txbxContent': (element, { boxes }) => boxes.push(element),
  'w:footnoteReference': ({ attributes }, { notes, text }) =>
    notes.push({ kind: 'footnote', id: attributes['w:id'] ?? '', at: text.length }),
  'w:endnoteReference': ({ attributes }, { notes, text }) =>
    notes.push({ kind: 'endnote', id: attributes['w:id'] ?? '', at: text.length }),
}

function readInside(element: Element, reading: Reading): void {
  if (unread.has(element.name)) return
  const sign = signs[element.name]
  const add = additions[element.name]
  if (sign !== undefined) reading.text += sign
  else if (add) add(element, reading)
  else for (const inner of elementsOf(element)) readInside(inner, reading)
}

/** The text of a paragraph as it reads with all its changes accepted. */
export function readInline(paragraph: Element, draft: Draft, painted: boolean): Inline {
  if (paragraph.name !== 'w:p') throw unreadable('damaged')
  const shaded = child(child(paragraph, 'w:pPr') ?? paragraph, 'w:shd') !== undefined
  const reading: Reading = {
    draft,
    painted: painted || shaded,
    text: '',
    boxes: [],
    notes: [],
    formula: false,
    shift: null,
    shiftedText: '',
    words: false,
    math: false,
  }
  for (const element of elementsOf(paragraph)) readInside(element, reading)
  const { text, boxes, notes, words, math } = reading
  return { text, boxes, notes, formula: math && !words }
}
