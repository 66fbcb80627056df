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
const MAX_INDEX_SIZE_RATIO = 0.88
/** Distance above, or below, the baseline from which a smaller word is an index; in ems of the line. */
const MIN_RAISE_EM = 0.15
const MIN_LOWERING_EM = 0.1

/** The size and the baseline of a line. */
type Baseline = Pick<PdfLine, 'size' | 'y'>

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

/**
 * Groups the words of a page into lines without wide gaps, from top to bottom. Text side by side in two columns gives
 * two lines.
 */
export function groupLines(page: number, words: readonly Word[]): PdfLine[] {
  // The second pass merges runs that came near each other only by the first.
  const runs = mergeRuns(mergeRuns(groupRuns(words)))
  return runs.flatMap((run) => createLine(page, run.words) ?? []).toSorted((a, b) => a.y - b.y || a.x0 - b.x0)
}

/** Words on one line, while the lines of a page are built. */
interface WordRun {
  words: Word[]
  x0: number
  x1: number
  /** Baseline and size of the largest word. */
  y: number
  size: number
}

/** How many runs back, sorted by height, a neighbor is looked for. */
const MAX_RUNS_BACK = 60

/** Merges runs that were painted separately but are on one line; returns new runs. */
function mergeRuns(runs: readonly WordRun[]): WordRun[] {
  const merged: WordRun[] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const neighbor = merged
      .slice(-MAX_RUNS_BACK)
      .findLast((other) => areOnSameLine(other, run) && areNear(other, run))
    if (neighbor) absorbRun(neighbor, run)
    else merged.push({ ...run, words: [...run.words] })
  }
  return merged
}

/** Baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.18

/** Returns whether two texts have one baseline, or one is an index of the other. */
function areOnSameLine(a: Baseline, b: Baseline): boolean {
  const size = Math.max(a.size, b.size)
  if (Math.abs(a.y - b.y) <= BASELINE_TOLERANCE_EM * size) return true
  return a.size >= b.size ? isIndex(a, b) : isIndex(b, a)
}

/** Height of digits and letters of an index above its baseline, in ems of the index. */
const INDEX_HEIGHT_EM = 0.75
/** How far indices reach above and below the baseline of their text, in ems of the text. */
const INDEX_ZONE_ABOVE_EM = 0.95
const INDEX_ZONE_BELOW_EM = 0.35
/** Share of the height of an index that lies in this zone. */
const MIN_INDEX_OVERLAP = 0.5

/** Returns whether small text is at the height of an index of large text. */
function isIndex(large: Baseline, small: Baseline): boolean {
  const height = small.size * INDEX_HEIGHT_EM
  const top = Math.max(large.y - large.size * INDEX_ZONE_ABOVE_EM, small.y - height)
  const bottom = Math.min(large.y + large.size * INDEX_ZONE_BELOW_EM, small.y)
  return small.size < large.size * MAX_INDEX_SIZE_RATIO && bottom - top > MIN_INDEX_OVERLAP * height
}

/** A wider gap on one baseline separates columns or cells; between a text and an index, a narrower one does. */
const WIDE_GAP_EM = 0.95
const INDEX_GAP_EM = 0.5
/** Largest overlap of runs on one line. */
const MAX_OVERLAP_EM = 1.2

/** Returns whether two runs of one line belong together: next to each other, or overlapping a little. */
function areNear(run: WordRun, other: WordRun): boolean {
  const gap = Math.max(run.x0, other.x0) - Math.min(run.x1, other.x1)
  const larger = Math.max(run.size, other.size)
  const smaller = Math.min(run.size, other.size)
  const isSameBaseline = Math.abs(run.y - other.y) <= BASELINE_TOLERANCE_EM * smaller
  const maxGap = (isSameBaseline ? WIDE_GAP_EM : INDEX_GAP_EM) * larger
  return gap <= maxGap && gap > -MAX_OVERLAP_EM * larger
}

/** Adds the words of another run to `run`. */
function absorbRun(run: WordRun, other: WordRun): void {
  if (other.size > run.size) {
    run.y = other.y
    run.size = other.size
  }
  run.words.push(...other.words)
  run.x0 = Math.min(run.x0, other.x0)
  run.x1 = Math.max(run.x1, other.x1)
}

/** How far a word may begin before the end of the word painted before it. */
const MAX_BACK_STEP_EM = 0.4

/** Groups consecutively painted words as long as they stay on one line. */
function groupRuns(words: readonly Word[]): WordRun[] {
  const runs: WordRun[] = []
  for (const word of words) {
    const run = runs.at(-1)
    const next = startRun(word)
    if (
      run &&
      next.x0 >= run.x1 - run.size * MAX_BACK_STEP_EM &&
      areOnSameLine(run, next) &&
      areNear(run, next)
    )
      absorbRun(run, next)
    else runs.push(next)
  }
  return runs
}

/** Returns a run of a single word. */
const startRun = (word: Word): WordRun => ({
  words: [word],
  x0: word.x0,
  x1: word.x1,
  y: word.y,
  size: word.style.size,
})

/** Joins lines on one baseline, all of one page, into one; null when there are none. */
export const joinLines = (lines: readonly PdfLine[]): PdfLine | null =>
  createLine(
    lines[0]?.page ?? 0,
    lines.flatMap(({ words }) => words),
  )
