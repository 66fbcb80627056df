import { type ScriptShift, shiftText } from '../../structure/script-shift.ts'
import type { GlyphStyle } from './page-content.ts'
import { needsSpace, type Word, writtenText } from './words.ts'

// Names with `_EM` are multiples of the size of the text. An index is a superscript or subscript.

/** Words side by side on one baseline, including superscripts and subscripts. Positions are in points, see `Glyph`. */
export interface PdfLine {
  /** From 1. */
  page: number
  /** From left to right, at least one. */
  words: Word[]
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  /** The style of most of its characters, see `dominantStyle`. */
  style: GlyphStyle
  /** The size of `style`, in points. */
  size: number
  /** The text in the compared form, see `comparableForm`, with single spaces between words. */
  text: string
  /**
   * The text as the page prints it, with superscripts and subscripts, and the same number of characters; absent when
   * equal to `text`.
   */
  written?: string
}

/** Typical height of letters above the baseline and below it, in ems. */
const ASCENT_EM = 0.85
const DESCENT_EM = 0.22

/** Estimates the top of a line from its baseline and size. */
export const topOf = (line: PdfLine): number => line.y - line.size * ASCENT_EM

/** Estimates the bottom of a line from its baseline and size. */
export const bottomOf = (line: PdfLine): number => line.y + line.size * DESCENT_EM

/** Sizes of one style differ by less than this, in points, through rounding. */
const SIZE_TOLERANCE = 0.3

/** Returns whether two sizes, in points, are those of one style. */
export const isSameSize = (a: number, b: number): boolean => Math.abs(a - b) < SIZE_TOLERANCE

/** An index is smaller than this share of the size of its text. */
export const MAX_INDEX_SIZE_RATIO = 0.88

/** The size and the baseline of a line. */
export type Baseline = Pick<PdfLine, 'size' | 'y'>

/** Distance above, or below, the baseline from which a smaller word is an index; in ems of the line. */
const MIN_RAISE_EM = 0.15
const MIN_LOWERING_EM = 0.1

/** Returns whether a word is smaller than its line and raised above its baseline. */
export const isRaised = ({ style, y }: Word, line: Baseline): boolean =>
  style.size < line.size * MAX_INDEX_SIZE_RATIO && line.y - y > line.size * MIN_RAISE_EM

/** Creates a line from words, sorted from left to right; null when there are none. */
export function createLine(page: number, unsorted: readonly Word[]): PdfLine | null {
  const words = unsorted.toSorted((a, b) => a.x0 - b.x0)
  const style = dominantStyle(words)
  if (!style) return null
  const mainWords = words.filter((word) => word.style === style)
  const { size } = style
  const y = mainWords[Math.floor(mainWords.length / 2)]?.y ?? 0
  const text = joinWords(
    words,
    words.map((word) => word.text),
  )
  const written = joinWords(words, writtenTexts(words, { size, y }))
  return {
    page,
    words,
    x0: words.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY),
    x1: words.reduce((most, { x1 }) => Math.max(most, x1), 0),
    y,
    style,
    size,
    text,
    ...(written !== text && { written }),
  }
}

/** Share of the characters of a line from which a style is that of text. */
const MIN_TEXT_SHARE = 0.15

/**
 * Returns the style of most characters. Small text next to enough larger text does not count: it is an index or a
 * citation mark.
 */
function dominantStyle(words: readonly Word[]): GlyphStyle | undefined {
  const counts = new Map<GlyphStyle, number>()
  for (const { style, text } of words) counts.set(style, (counts.get(style) ?? 0) + text.length)
  const total = words.reduce((sum, { text }) => sum + text.length, 0)
  const textSizes = [...counts].flatMap(([{ size }, count]) =>
    count >= total * MIN_TEXT_SHARE ? [size] : [],
  )
  const minSize = Math.max(0, ...textSizes) * MAX_INDEX_SIZE_RATIO
  let best: GlyphStyle | undefined
  let bestCount = 0
  for (const [style, count] of counts)
    if (style.size > minSize && count > bestCount) [best, bestCount] = [style, count]
  return best
}

/** Joins the texts of words side by side. */
function joinWords(words: readonly Word[], texts: readonly string[]): string {
  let text = ''
  words.forEach((word, at) => {
    const before = words[at - 1]
    text += before && needsSpace(before, word) ? ` ${texts[at]}` : texts[at]
  })
  return text
}

/** Returns the text of each word of a line as written, with superscripts and subscripts. */
function writtenTexts(words: readonly Word[], line: Baseline): string[] {
  /** The shift of the word before, and the joined texts of the words just before with that shift. */
  let lastShift: ScriptShift | null = null
  let shiftedText = ''
  return words.map((word) => {
    const shift = wordShift(word, line)
    const text = writtenText(word)
    const before = shift !== null && shift === lastShift ? shiftedText : ''
    lastShift = shift
    shiftedText = before + text
    return shift ? shiftText(text, shift, before) : text
  })
}

/** Returns whether a word is a superscript or a subscript; null when it is neither. */
function wordShift(word: Word, line: Baseline): ScriptShift | null {
  if (isRaised(word, line)) return 'raised'
  return isLowered(word, line) ? 'lowered' : null
}

/** Returns whether a word is smaller than its line and lowered below its baseline. */
const isLowered = ({ style, y }: Word, line: Baseline): boolean =>
  style.size < line.size * MAX_INDEX_SIZE_RATIO && y - line.y > line.size * MIN_LOWERING_EM

/** Joins lines on one baseline, all of one page, into one; null when there are none. */
export const joinLines = (lines: readonly PdfLine[]): PdfLine | null =>
  createLine(
    lines[0]?.page ?? 0,
    lines.flatMap(({ words }) => words),
  )
