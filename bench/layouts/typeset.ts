// Typesets generated layouts: text into lines, boxes into columns, columns into pages.
import type { Random } from '../random.ts'
import { Canvas, type FontStyle, textWidth } from './pdf.ts'

/** Size, margins and columns of a page, in points; `right` and `bottom` are coordinates, not distances. */
export interface Geometry {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  columns: 1 | 2
  gutter: number
}

/** A page in progress, with the baselines that margin numbers may count. */
export interface SheetPage {
  canvas: Canvas
  /** `right` for lines in the right half of the page. */
  baselines: { y: number; right: boolean }[]
}

/** A box that is not split: a line, a row, a figure. Drawn from its top; lengths are in points. */
export interface LayoutBox {
  height: number
  /** Space above it, except at the top of a column. */
  gap: number
  /** Stays in one column with the next box. */
  keep?: boolean
  /** Starts a column. */
  breaks?: boolean
  /** Footnotes for the end of its column. */
  notes?: LayoutBox[]
  draw: (page: SheetPage, x: number, y: number) => void
}

/** Boxes in their own columns, below everything before. */
export interface LayoutSection {
  columns: 1 | 2
  boxes: LayoutBox[]
}

/** A word, or one Chinese character with the punctuation that must not be separated from it. */
export interface LineToken {
  text: string
  /** Whether a blank precedes it. */
  spaced: boolean
}

/** A line of a paragraph. */
export interface LayoutLine {
  tokens: LineToken[]
  /** Natural width in points, before it is justified. */
  width: number
  /** Whether it is the last one, which is not justified. */
  last: boolean
}

/** Draws text on pages. */
export interface TextPainter {
  /** Draws a run of text in the document's style. */
  paint: (page: SheetPage, text: string, x: number, y: number, font: FontStyle, spread?: number) => void
  /** Whether spaces are drawn as characters. */
  paintsSpaces: boolean
}

/**
 * Creates the painter of words: spaces are drawn or left blank; for scans, the text is hidden and slightly displaced,
 * like a scanner's recognition.
 */
export function createTextPainter(
  random: Random,
  { paintsSpaces, scanned }: { paintsSpaces: boolean; scanned: boolean },
): TextPainter {
  if (!scanned)
    return {
      paintsSpaces,
      paint: ({ canvas }, text, x, y, font, spread) => canvas.text(text, x, y, font, spread),
    }
  const jitter = (maxPoints: number) => (random.share() - 0.5) * 2 * maxPoints
  return {
    paintsSpaces,
    paint: ({ canvas }, text, x, y, font, spread) =>
      canvas.text(
        text,
        x + jitter(0.6),
        y + jitter(0.7),
        { ...font, size: font.size + jitter(0.35), hidden: true },
        spread,
      ),
  }
}

/** Punctuation that must not begin a line. */
const CLOSING_PUNCTUATION = /^[，。；：）］、．！？」]/

/** Splits a text into words of ASCII characters and single other characters. */
function splitTokens(text: string): LineToken[] {
  const tokens: LineToken[] = []
  for (const [, space = '', character = ''] of text.matchAll(/(\s*)([\x21-\x7e]+|\S)/gu)) {
    const last = tokens.at(-1)
    if (last && CLOSING_PUNCTUATION.test(character)) last.text += character
    else tokens.push({ text: character, spaced: space !== '' })
  }
  return tokens
}

/** Returns the width of a token with the blank before it, which the first of a line does not have. */
const tokenWidth = ({ text, spaced }: LineToken, font: FontStyle, first: boolean): number =>
  textWidth(text, font) + (spaced && !first ? textWidth(' ', font) : 0)

/** Returns the length of the first half of a long word if it fits with its hyphen; 0 when it does not. */
function hyphenationPoint({ text }: LineToken, room: number, font: FontStyle): number {
  if (!/^[a-z]{8,}[,.]?$/.test(text)) return 0
  const at = Math.floor(text.length / 2)
  return textWidth(`${text.slice(0, at)}-`, font) <= room ? at : 0
}

/**
 * Breaks text into lines of a width; the first line is shorter by `indent`. Each line takes as many tokens as fit; a
 * token that is wider than a line stands alone. With `hyphens`, long words are divided.
 */
export function breakLines(
  text: string,
  font: FontStyle,
  width: number,
  { indent = 0, hyphens = false } = {},
): LayoutLine[] {
  const lines: LayoutLine[] = [{ tokens: [], width: 0, last: false }]
  for (const token of splitTokens(text)) {
    const line = lines.at(-1) ?? { tokens: [], width: 0, last: false }
    const room = width - line.width - (lines.length === 1 ? indent : 0)
    const length = tokenWidth(token, font, line.tokens.length === 0)
    if (length <= room || line.tokens.length === 0) {
      line.tokens.push(token)
      line.width += length
      continue
    }
    const partLength = hyphens ? hyphenationPoint(token, room - textWidth(' ', font), font) : 0
    if (partLength > 0) {
      const part = { text: `${token.text.slice(0, partLength)}-`, spaced: token.spaced }
      line.tokens.push(part)
      line.width += tokenWidth(part, font, false)
    }
    const rest = { text: token.text.slice(partLength), spaced: false }
    lines.push({ tokens: [rest], width: tokenWidth(rest, font, true), last: false })
  }
  const last = lines.at(-1)
  if (last) last.last = true
  return lines
}

/** With fewer gaps between words, a line is justified by space between all characters. */
const MIN_WORD_GAPS = 3
/** Largest space that a justified line may lack, in ems: with few gaps, and as a factor of that with many. */
const MAX_SPARE_EM = 3
const WORD_GAPS_FACTOR = 4

/** Draws a line, justified unless it is the last of its text or lacks too much. */
export function drawLine(
  painter: TextPainter,
  page: SheetPage,
  line: LayoutLine,
  at: { x: number; y: number; width: number },
  font: FontStyle,
): void {
  const spare = line.last ? 0 : Math.max(0, at.width - line.width)
  const gaps = line.tokens.filter(({ spaced }, index) => spaced && index > 0).length
  const characters = line.tokens.reduce((sum, { text }) => sum + text.length, 0)
  const hasWordGaps = gaps >= MIN_WORD_GAPS
  const isSpread = spare < MAX_SPARE_EM * font.size * (hasWordGaps ? WORD_GAPS_FACTOR : 1)
  const perGap = hasWordGaps && isSpread ? spare / gaps : 0
  const perCharacter = !hasWordGaps && isSpread && characters > 1 ? spare / (characters - 1) : 0
  let x = at.x
  /** The tokens since the last blank, which are painted as one run. */
  let run = ''
  const paintRun = () => {
    if (run !== '') painter.paint(page, run, x, at.y, font, perCharacter)
    x += textWidth(run, font) + perCharacter * run.length
    run = ''
  }
  line.tokens.forEach(({ text, spaced }, index) => {
    if (spaced && index > 0) {
      if (painter.paintsSpaces) run += ' '
      paintRun()
      x += painter.paintsSpaces ? perGap : textWidth(' ', font) + perGap
    }
    run += text
  })
  paintRun()
}

/** The place of a column on a page: its left edge, top and bottom. */
interface ColumnFrame {
  x: number
  y0: number
  y1: number
  /** Whether it is the right one of two. */
  right: boolean
}

/** Space below a float at the top of a page, and below a section. */
const FLOAT_GAP = 14
const SECTION_GAP = 10
/** A section begins on a new page when less height than this is left. */
const MIN_SECTION_HEIGHT = 60
/** Smallest height of balanced columns, and the step by which larger ones are tried. */
const MIN_BALANCED_HEIGHT = 20
const BALANCE_STEP = 6

/** Fills pages with sections, from the first page on. All lengths are in points. */
export class PageComposer {
  readonly pages: SheetPage[] = []
  /** Boxes to place over the columns of the next pages, one per page. */
  readonly tops: LayoutBox[] = []
  readonly #geometry: Geometry
  /** The first free y position of the page. */
  #y: number

  constructor(geometry: Geometry) {
    this.#geometry = geometry
    this.#y = geometry.top
    this.newPage()
  }

  newPage(): void {
    const { width, height, top, left } = this.#geometry
    const page = { canvas: new Canvas(width, height), baselines: [] }
    this.pages.push(page)
    this.#y = top
    const float = this.tops.shift()
    if (!float) return
    float.draw(page, left, top)
    this.#y = top + float.height + FLOAT_GAP
  }

  /** Places a section below what is on the page; balanced columns end at the same height. */
  section({ columns, boxes }: LayoutSection, balanced: boolean): void {
    let rest = boxes
    /** Whether the page is new and the box to place did not fit on the one before. */
    let isFresh = false
    while (rest.length > 0) {
      if (this.#geometry.bottom - this.#y < MIN_SECTION_HEIGHT) this.newPage()
      const pageBottom = this.#geometry.bottom
      // Filled without drawing first, to learn whether the section ends on this page.
      const attempt = this.#fill(rest, columns, pageBottom, false)
      const bottom = attempt.rest.length === 0 && balanced && columns === 2 ? this.#balance(rest) : pageBottom
      const filled = this.#fill(rest, columns, bottom, true)
      const isStuck = filled.rest.length === rest.length
      if (isStuck && isFresh) throw new Error('a box is higher than a page')
      isFresh = isStuck
      rest = filled.rest
      this.#y = filled.y
      if (rest.length > 0) this.newPage()
    }
  }

  /** Returns the smallest bottom at which all boxes fit into two columns. */
  #balance(boxes: readonly LayoutBox[]): number {
    const { bottom } = this.#geometry
    for (let y = this.#y + MIN_BALANCED_HEIGHT; y < bottom; y += BALANCE_STEP)
      if (this.#fill(boxes, 2, y, false).rest.length === 0) return y
    return bottom
  }

  #frames(columns: 1 | 2, bottom: number): ColumnFrame[] {
    const { left, right, gutter } = this.#geometry
    const width = (right - left - gutter) / 2
    const frame = { y0: this.#y, y1: bottom }
    return columns === 1
      ? [{ ...frame, x: left, right: false }]
      : [
          { ...frame, x: left, right: false },
          { ...frame, x: left + width + gutter, right: true },
        ]
  }

  /**
   * Fills the columns from the first free y position down to `bottom`; returns the boxes that did not fit, and the next
   * free y position. With `draws` false nothing is drawn.
   */
  #fill(
    boxes: readonly LayoutBox[],
    columns: 1 | 2,
    bottom: number,
    draws: boolean,
  ): { rest: LayoutBox[]; y: number } {
    const page = draws ? this.pages.at(-1) : undefined
    let rest = [...boxes]
    let deepest = this.#y
    for (const frame of this.#frames(columns, bottom)) {
      const filled = fillFrame(rest, frame, page)
      rest = rest.slice(filled.count)
      deepest = Math.max(deepest, filled.y)
    }
    return { rest, y: deepest + SECTION_GAP }
  }
}

/** Space above footnotes, which holds their rule. */
const NOTES_GAP = 12
/** Largest number of boxes that stay with one. */
const MAX_KEPT = 6

const totalHeight = (boxes: readonly LayoutBox[]): number =>
  boxes.reduce((sum, { height }) => sum + height, 0)

/** Returns the height of a box and of everything that must follow it in the same column, with the notes at its end. */
function requiredHeight(boxes: readonly LayoutBox[], at: number, notes: readonly LayoutBox[]): number {
  const box = boxes[at]
  const boxHeight = (at === 0 ? 0 : (box?.gap ?? 0)) + (box?.height ?? 0)
  const keptHeight = keptTogether(boxes, at).reduce((sum, { height, gap }) => sum + height + gap, 0)
  const notesHeight = totalHeight([...notes, ...(box?.notes ?? [])])
  return boxHeight + keptHeight + (notesHeight > 0 ? notesHeight + NOTES_GAP : 0)
}

/** Fills one column from its top, with the notes of its boxes at its end; returns how many boxes it took. */
function fillFrame(
  boxes: readonly LayoutBox[],
  frame: ColumnFrame,
  page: SheetPage | undefined,
): { count: number; y: number } {
  const notes: LayoutBox[] = []
  let y = frame.y0
  let count = 0
  for (const box of boxes) {
    const startsNextColumn = box.breaks === true && count > 0
    if (startsNextColumn || y + requiredHeight(boxes, count, notes) > frame.y1) break
    const top = y + (count === 0 ? 0 : box.gap)
    if (page) box.draw(page, frame.x, top)
    y = top + box.height
    notes.push(...(box.notes ?? []))
    count++
  }
  if (page) drawNotes(page, notes, totalHeight(notes), frame)
  return { count, y: notes.length > 0 ? frame.y1 : y }
}

/** Returns the boxes that must stay with the given one because it may not end a column. */
function keptTogether(boxes: readonly LayoutBox[], at: number): LayoutBox[] {
  let last = at
  while (boxes[last]?.keep && last - at < MAX_KEPT) last++
  return boxes.slice(at + 1, last + 1)
}

/** Draws footnotes at the end of a column, below a short rule. */
function drawNotes(
  page: SheetPage,
  notes: readonly LayoutBox[],
  height: number,
  { x, y1 }: ColumnFrame,
): void {
  let y = y1 - height
  if (notes.length > 0) page.canvas.rule(x, y - 5, x + 60, y - 5, 0.5)
  for (const note of notes) {
    note.draw(page, x, y)
    y += note.height
  }
}
