import { addWarning, type DocumentDraft } from '../structure/draft.ts'
import { type ScriptShift, shiftText } from '../structure/script-shift.ts'
import { child, elementsOf, elementText, type XmlElement } from '../xml.ts'
import { valAttribute } from './docx-styles.ts'
import { mathText } from './omml.ts'

/** A part of the text of a paragraph, from `start` to `end` (exclusive), and the element it comes from. */
export interface TextPiece {
  start: number
  end: number
  element: XmlElement
}

/** The content of a paragraph. */
export interface InlineContent {
  text: string
  /** The parts of the text in order, without gaps. */
  pieces: TextPiece[]
  /** Elements with paragraphs of their own: text boxes. */
  boxes: XmlElement[]
  /** Ids of the notes that the paragraph refers to, and the offsets of their marks in the text. */
  notes: { kind: 'footnote' | 'endnote'; id: string; offset: number }[]
  /** Whether the paragraph contains only a formula. */
  isFormula: boolean
}

/** What has been read of a paragraph so far. */
interface InlineReaderState extends Omit<InlineContent, 'isFormula'> {
  draft: DocumentDraft
  /** Whether there may be a background, on which white text is visible. */
  mayHaveBackground: boolean
  /** Shift of the last run, and the text of the consecutive runs with this shift. */
  shift: ScriptShift | null
  shiftedText: string
  /** Whether the paragraph has text outside formulas, and whether it has formulas. */
  hasWords: boolean
  hasMath: boolean
}

/**
 * Returns the content of a paragraph (`w:p`) as it reads with all tracked changes accepted; invisible text is omitted
 * and counted as a warning of the draft.
 *
 * @param mayHaveBackground whether the paragraph is in a cell or box, which may have a background
 */
export function readInline(
  paragraph: XmlElement,
  draft: DocumentDraft,
  mayHaveBackground: boolean,
): InlineContent {
  const hasShading = child(child(paragraph, 'w:pPr'), 'w:shd') !== undefined
  const reader: InlineReaderState = {
    draft,
    mayHaveBackground: mayHaveBackground || hasShading,
    text: '',
    pieces: [],
    boxes: [],
    notes: [],
    shift: null,
    shiftedText: '',
    hasWords: false,
    hasMath: false,
  }
  for (const element of elementsOf(paragraph)) readChildren(element, reader)
  const { text, pieces, boxes, notes, hasWords, hasMath } = reader
  return { text, pieces, boxes, notes, isFormula: hasMath && !hasWords }
}

/** Elements that were deleted, moved away, or hold the code of a field. */
const UNREAD_ELEMENTS = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'w:pPr',
  'w:rPr',
  'mc:Fallback',
])

/** Elements that stand for one character. */
const SIGN_ELEMENTS: Record<string, string> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}

/** Handlers of elements that contribute to a paragraph without being plain text. */
const ELEMENT_READERS: Record<string, (element: XmlElement, reader: InlineReaderState) => void> = {
  'w:r': readRun,
  'w:sym': (element, reader) => addText(symbolText(element), element, reader),
  'm:oMath': (element, reader) => {
    reader.hasMath = true
    addText(mathText(element), element, reader)
  },
  'w:txbxContent': (element, { boxes }) => boxes.push(element),
  'w:footnoteReference': ({ attributes }, { notes, text }) =>
    notes.push({ kind: 'footnote', id: attributes['w:id'] ?? '', offset: text.length }),
  'w:endnoteReference': ({ attributes }, { notes, text }) =>
    notes.push({ kind: 'endnote', id: attributes['w:id'] ?? '', offset: text.length }),
}

/** Adds the content of an element to the paragraph. */
function readChildren(element: XmlElement, reader: InlineReaderState): void {
  if (UNREAD_ELEMENTS.has(element.name)) return
  const sign = SIGN_ELEMENTS[element.name]
  const add = ELEMENT_READERS[element.name]
  if (sign !== undefined) addText(sign, element, reader)
  else if (add) add(element, reader)
  else for (const inner of elementsOf(element)) readChildren(inner, reader)
}

/** Reads a run, unless it is invisible, with its text as superscript or subscript. */
function readRun(run: XmlElement, reader: InlineReaderState): void {
  if (isInvisible(run, reader.mayHaveBackground)) {
    addWarning(reader.draft, 'invisible-text', elementText(run).trim().length)
    return
  }
  const shift = runShift(run)
  if (shift !== reader.shift) Object.assign(reader, { shift, shiftedText: '' })
  for (const element of elementsOf(run)) {
    if (element.name === 'w:t') {
      const plainText = elementText(element)
      const text = shift ? shiftText(plainText, shift, reader.shiftedText) : plainText
      reader.shiftedText += plainText
      addText(text, element, reader)
      reader.hasWords ||= text.trim() !== ''
    } else readChildren(element, reader)
  }
}

/** Size below which text is invisible, in half points as Word counts: 2 points. */
const MIN_HALF_POINTS = 4

/** Returns whether a run is invisible: hidden, smaller than 2 points, or white without a background. */
function isInvisible(run: XmlElement, mayHaveBackground: boolean): boolean {
  const properties = child(run, 'w:rPr')
  if (!properties) return false
  if (isOn(child(properties, 'w:vanish'))) return true
  if (Number(valAttribute(child(properties, 'w:sz')) ?? MIN_HALF_POINTS) < MIN_HALF_POINTS) return true
  const isWhite = valAttribute(child(properties, 'w:color'))?.toUpperCase() === 'FFFFFF'
  return isWhite && !mayHaveBackground && !child(properties, 'w:shd') && !child(properties, 'w:highlight')
}

/** Returns whether a switch such as `w:vanish` is set: it exists and is not off. */
const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !['0', 'false', 'off'].includes(valAttribute(element) ?? '')

/**
 * Returns whether a run is set above or below the line, by its vertical alignment, else by its position; null on the
 * line.
 */
function runShift(run: XmlElement): ScriptShift | null {
  const properties = child(run, 'w:rPr')
  const alignment = valAttribute(child(properties, 'w:vertAlign'))
  const rise = alignment === undefined ? Number(valAttribute(child(properties, 'w:position')) ?? 0) : 0
  if (alignment === 'superscript' || rise > 0) return 'raised'
  return alignment === 'subscript' || rise < 0 ? 'lowered' : null
}

/** Appends the text of an element to the paragraph. */
function addText(text: string, element: XmlElement, reader: InlineReaderState): void {
  const start = reader.text.length
  reader.text += text
  reader.pieces.push({ start, end: reader.text.length, element })
}

/** Returns a character of a symbol font, or '' for the private use area, where it has no meaning without the font. */
function symbolText({ attributes }: XmlElement): string {
  const code = Number.parseInt(attributes['w:char'] ?? '', 16)
  const isPrivate = code >= 0xe000 && code <= 0xf8ff
  // Code points end at 10FFFF; a damaged file may state a larger number.
  return Number.isNaN(code) || isPrivate ? '' : String.fromCodePoint(code % 0x110000)
}
