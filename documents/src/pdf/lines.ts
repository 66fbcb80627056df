import { type ScriptShift, shiftText } from '../structure/script-shift.ts'
import type { GlyphStyle } from './page-content.ts'
import { needsSpace, type Word, writtenText } from './words.ts'

/** Words side by side on one baseline, including superscripts and subscripts. */
export interface PdfLine {
  page: number
  words: Word[]
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  /** The style of most of its characters. */
  style: GlyphStyle
  size: number
  /** The text as patterns compare it. */
  text: string
  /** The text as the page writes it, character by character at the same offsets; absent when equal to `text`. */
  written?: string
}

/** Estimates the top of a line from its baseline and size. */
export const topOf = (line: PdfLine): number => line.y - line.size * 0.85
/** Estimates the bottom of a line from its baseline and size. */
export const bottomOf = (line: PdfLine): number => line.y + line.size * 0.22

/** In ems: a wider gap separates columns or cells. */
const WIDE_GAP_EM = 0.95
const MIN_OVERLAP = 0.5
const BASELINE_TOLERANCE_EM = 0.18

const wordLength = (word: Word): number => word.text.length

function dominantStyle(words: readonly Word[]): GlyphStyle | undefined {
  const counts = new Map<GlyphStyle, number>()
  for (const word of words) counts.set(word.style, (counts.get(word.style) ?? 0) + wordLength(word))
  // Small text next to enough larger text is an index or a citation mark.
  const all = words.reduce((sum, word) => sum + wordLength(word), 0)
  const large = [...counts].reduce(
    (most, [{ size }, count]) => (count >= all * 0.15 ? Math.max(most, size) : most),
    0,
  )
  return [...counts].reduce<[GlyphStyle | undefined, number]>(
    (best, [style, count]) => (style.size > large * 0.88 && count > best[1] ? [style, count] : best),
    [undefined, 0],
  )[0]
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

/**
 * Limits relative to the line: a word below this size ratio that is raised or lowered by this many ems is an index.
 */
const MAX_INDEX_SIZE_RATIO = 0.88
const MIN_RAISE_EM = 0.15
const MIN_LOWERING_EM = 0.1

/** Returns whether a word is smaller than its line and raised above its baseline. */
export const isRaised = ({ style, y }: Word, line: { size: number; y: number }): boolean =>
  style.size < line.size * MAX_INDEX_SIZE_RATIO && line.y - y > line.size * MIN_RAISE_EM

const isLowered = ({ style, y }: Word, line: { size: number; y: number }): boolean =>
  style.size < line.size * MAX_INDEX_SIZE_RATIO && y - line.y > line.size * MIN_LOWERING_EM

function wordShift(word: Word, line: { size: number; y: number }): ScriptShift | null {
  if (isRaised(word, line)) return 'raised'
  return isLowered(word, line) ? 'lowered' : null
}

/** Returns the words of a line as written, with superscripts and subscripts. */
function writtenTexts(words: readonly Word[], line: { size: number; y: number }): string[] {
  let before: { shift: ScriptShift | null; text: string } = { shift: null, text: '' }
  return words.map((word) => {
    const shift = wordShift(word, line)
    const text = writtenText(word)
    const alike = shift !== null && shift === before.shift ? before.text : ''
    before = { shift, text: alike + text }
    return shift ? shiftText(text, shift, alike) : text
  })
}

/** Creates a line from words, sorted from left to right; null when there are none. */
export function createLine(page: number, unsorted: readonly Word[]): PdfLine | null {
  const words = unsorted.toSorted((a, b) => a.x0 - b.x0)
  const style = dominantStyle(words)
  if (!style) return null
  const main = words.filter((word) => word.style === style)
  const { size } = style
  const y = main[Math.floor(main.length / 2)]?.y ?? 0
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

interface WordRun {
  words: Word[]
  x0: number
  x1: number
  y: number
  size: number
}

const startRun = (word: Word): WordRun => ({
  words: [word],
  x0: word.x0,
  x1: word.x1,
  y: word.y,
  size: word.style.size,
})

/** Returns whether small text is at the height of an index of large text. */
function isIndex(large: { y: number; size: number }, small: { y: number; size: number }): boolean {
  const top = Math.max(large.y - large.size * 0.95, small.y - small.size * 0.75)
  const bottom = Math.min(large.y + large.size * 0.35, small.y)
  return small.size < large.size * 0.88 && bottom - top > MIN_OVERLAP * small.size * 0.75
}

function areOnSameLine(a: { y: number; size: number }, b: { y: number; size: number }): boolean {
  const size = Math.max(a.size, b.size)
  if (Math.abs(a.y - b.y) <= BASELINE_TOLERANCE_EM * size) return true
  return a.size >= b.size ? isIndex(a, b) : isIndex(b, a)
}

function areNear(run: WordRun, other: WordRun): boolean {
  const gap = Math.max(run.x0, other.x0) - Math.min(run.x1, other.x1)
  const size = Math.min(run.size, other.size)
  const most = Math.abs(run.y - other.y) <= BASELINE_TOLERANCE_EM * size ? WIDE_GAP_EM : 0.5
  return gap <= most * Math.max(run.size, other.size) && gap > -1.2 * Math.max(run.size, other.size)
}

function absorbRun(run: WordRun, other: WordRun): void {
  if (other.size > run.size) {
    run.y = other.y
    run.size = other.size
  }
  run.words.push(...other.words)
  run.x0 = Math.min(run.x0, other.x0)
  run.x1 = Math.max(run.x1, other.x1)
}

/** Groups consecutively painted words as long as they stay on one line. */
function groupRuns(words: readonly Word[]): WordRun[] {
  const runs: WordRun[] = []
  for (const word of words) {
    const run = runs.at(-1)
    const next = startRun(word)
    if (run && next.x0 >= run.x1 - run.size * 0.4 && areOnSameLine(run, next) && areNear(run, next))
      absorbRun(run, next)
    else runs.push(next)
  }
  return runs
}

/** Bounds how many lines back a neighbour may be when all are sorted by height. */
const MAX_LINES_BACK = 60

/** Merges runs that were painted separately but are on one line. */
function mergeRuns(runs: readonly WordRun[]): WordRun[] {
  const merged: WordRun[] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const beside = merged
      .slice(-MAX_LINES_BACK)
      .findLast((other) => areOnSameLine(other, run) && areNear(other, run))
    if (beside) absorbRun(beside, run)
    else merged.push({ ...run, words: [...run.words] })
  }
  return merged
}

/**
 * Groups the words of a page into lines without wide gaps, from top to bottom. Text side by side in two columns gives
 * two lines.
 */
export function groupLines(page: number, words: readonly Word[]): PdfLine[] {
  const once = mergeRuns(groupRuns(words))
  return mergeRuns(once)
    .flatMap((run) => createLine(page, run.words) ?? [])
    .toSorted((a, b) => a.y - b.y || a.x0 - b.x0)
}

/** Joins lines on one baseline into one. */
export const joinLines = (lines: readonly PdfLine[]): PdfLine | null =>
  createLine(
    lines[0]?.page ?? 0,
    lines.flatMap(({ words }) => words),
  )
