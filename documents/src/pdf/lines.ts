import { type Shift, shifted } from '../structure/comparable-form.ts'
import type { Style } from './page-content.ts'
import { isSpaced, type Word, writtenText } from './words.ts'

/** Words side by side on one baseline, with what stands above and below it as an index. */
export interface Line {
  page: number
  words: Word[]
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  /** Of most of its characters. */
  style: Style
  size: number
  /** As patterns compare it. */
  text: string
  /** As the page writes it, each sign in the same place; absent where that is `text`. */
  written?: string
}

export const topOf = (line: Line): number => line.y - line.size * 0.85
export const bottomOf = (line: Line): number => line.y + line.size * 0.22

/** In ems: a gap that is wider belongs to columns or cells. */
const WIDE_GAP = 0.95
const OVERLAP = 0.5
const SAME_BASELINE = 0.18

const lengthOf = (word: Word): number => word.text.length

function dominant(words: readonly Word[]): Style | undefined {
  const counts = new Map<Style, number>()
  for (const word of words) counts.set(word.style, (counts.get(word.style) ?? 0) + lengthOf(word))
  // What is small beside enough of something larger is an index or a mark of citation.
  const all = words.reduce((sum, word) => sum + lengthOf(word), 0)
  const large = [...counts].reduce(
    (most, [{ size }, count]) => (count >= all * 0.15 ? Math.max(most, size) : most),
    0,
  )
  return [...counts].reduce<[Style | undefined, number]>(
    (best, [style, count]) => (style.size > large * 0.88 && count > best[1] ? [style, count] : best),
    [undefined, 0],
  )[0]
}

/** The texts of words side by side as one. */
function joined(words: readonly Word[], texts: readonly string[]): string {
  let text = ''
  words.forEach((word, at) => {
    const before = words[at - 1]
    text += before && isSpaced(before, word) ? ` ${texts[at]}` : texts[at]
  })
  return text
}

/** Of its line: what is smaller than this and stands so much higher or lower is an index. */
const SMALLER = 0.88
const HIGHER = 0.15
const LOWER = 0.1

/** Returns whether a word is smaller than its line and stands above it. */
export const isRaised = ({ style, y }: Word, line: { size: number; y: number }): boolean =>
  style.size < line.size * SMALLER && line.y - y > line.size * HIGHER

const isLowered = ({ style, y }: Word, line: { size: number; y: number }): boolean =>
  style.size < line.size * SMALLER && y - line.y > line.size * LOWER

function shiftOf(word: Word, line: { size: number; y: number }): Shift | null {
  if (isRaised(word, line)) return 'raised'
  return isLowered(word, line) ? 'lowered' : null
}

/** The words of a line as the page writes them, what is set above and below it as indices. */
function writtenTexts(words: readonly Word[], line: { size: number; y: number }): string[] {
  let before: { shift: Shift | null; text: string } = { shift: null, text: '' }
  return words.map((word) => {
    const shift = shiftOf(word, line)
    const text = writtenText(word)
    const alike = shift !== null && shift === before.shift ? before.text : ''
    before = { shift, text: alike + text }
    return shift ? shifted(text, shift, alike) : text
  })
}

/** A line of these words, which are sorted from left to right; null where there is none. */
export function lineOf(page: number, unsorted: readonly Word[]): Line | null {
  const words = unsorted.toSorted((a, b) => a.x0 - b.x0)
  const style = dominant(words)
  if (!style) return null
  const main = words.filter((word) => word.style === style)
  const { size } = style
  const y = main[Math.floor(main.length / 2)]?.y ?? 0
  const text = joined(
    words,
    words.map((word) => word.text),
  )
  const written = joined(words, writtenTexts(words, { size, y }))
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

interface Run {
  words: Word[]
  x0: number
  x1: number
  y: number
  size: number
}

const runOf = (word: Word): Run => ({
  words: [word],
  x0: word.x0,
  x1: word.x1,
  y: word.y,
  size: word.style.size,
})

/** Whether what is small stands at the height of an index of what is large. */
function isIndex(large: { y: number; size: number }, small: { y: number; size: number }): boolean {
  const top = Math.max(large.y - large.size * 0.95, small.y - small.size * 0.75)
  const bottom = Math.min(large.y + large.size * 0.35, small.y)
  return small.size < large.size * 0.88 && bottom - top > OVERLAP * small.size * 0.75
}

function sameLine(a: { y: number; size: number }, b: { y: number; size: number }): boolean {
  const size = Math.max(a.size, b.size)
  if (Math.abs(a.y - b.y) <= SAME_BASELINE * size) return true
  return a.size >= b.size ? isIndex(a, b) : isIndex(b, a)
}

function near(run: Run, other: Run): boolean {
  const gap = Math.max(run.x0, other.x0) - Math.min(run.x1, other.x1)
  const size = Math.min(run.size, other.size)
  const most = Math.abs(run.y - other.y) <= SAME_BASELINE * size ? WIDE_GAP : 0.5
  return gap <= most * Math.max(run.size, other.size) && gap > -1.2 * Math.max(run.size, other.size)
}

function absorb(run: Run, other: Run): void {
  if (other.size > run.size) {
    run.y = other.y
    run.size = other.size
  }
  run.words.push(...other.words)
  run.x0 = Math.min(run.x0, other.x0)
  run.x1 = Math.max(run.x1, other.x1)
}

/** Words that follow each other in the painting, as far as they stay on the line. */
function runsOf(words: readonly Word[]): Run[] {
  const runs: Run[] = []
  for (const word of words) {
    const run = runs.at(-1)
    const next = runOf(word)
    if (run && next.x0 >= run.x1 - run.size * 0.4 && sameLine(run, next) && near(run, next)) absorb(run, next)
    else runs.push(next)
  }
  return runs
}

/** How many lines back a neighbour may stand when all are sorted by height. */
const BACK = 60

/** Runs that were painted apart and stand on one line. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const beside = merged.slice(-BACK).findLast((other) => sameLine(other, run) && near(other, run))
    if (beside) absorb(beside, run)
    else merged.push({ ...run, words: [...run.words] })
  }
  return merged
}

/** Words of a page → lines without wide gaps, from top to bottom. What two columns have side by side are two lines. */
export function linesOf(page: number, words: readonly Word[]): Line[] {
  const once = mergeRuns(runsOf(words))
  return mergeRuns(once)
    .flatMap((run) => lineOf(page, run.words) ?? [])
    .toSorted((a, b) => a.y - b.y || a.x0 - b.x0)
}

/** Lines on one baseline as one. */
export const joinLines = (lines: readonly Line[]): Line | null =>
  lineOf(
    lines[0]?.page ?? 0,
    lines.flatMap(({ words }) => words),
  )
