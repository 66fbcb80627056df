import { boundingArea, maxOf, minOf } from './extremes.ts'
import { groupLines } from './group-lines.ts'
import { createLine } from './lines.ts'
import type { AngledLine, PdfPage } from './page.ts'
import type { GlyphStyle } from './page-content.ts'
import type { Word } from './words.ts'

/** Minimum numbers on a page that form a sequence, and the minimum share of its steps that are equal. */
const MIN_NUMBERS = 3
const MIN_REGULAR_STEPS = 0.75

/**
 * Returns whether words, which are numbers, increase from the top of a page to its bottom by steps of which most are
 * equal. False for fewer than `MIN_NUMBERS`.
 */
export function isCountingSequence(words: readonly Pick<Word, 'text' | 'y'>[]): boolean {
  if (words.length < MIN_NUMBERS) return false
  const values = words.toSorted((a, b) => a.y - b.y).map(({ text }) => Number(text))
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const counts = new Map<number, number>()
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1)
  return maxOf(counts, ([step, count]) => (step > 0 ? count : 0)) >= steps.length * MIN_REGULAR_STEPS
}

/** Minimum share of the lines of a document on pages with marks; labels of a list are on fewer pages. */
const MIN_LINES_SHARE = 0.6

/** Words in the margins of a page, by kind. */
interface MarginMarks {
  /** Line numbers. */
  numbers: Word[]
  /** Signs of a binding line. */
  signs: Word[]
}

const NO_MARKS: MarginMarks = { numbers: [], signs: [] }

/**
 * Returns the pages without line numbers and without the signs of a binding line: words left or right of the text that
 * are aligned and count up by equal steps, or are single characters, provided that pages with such words have most of
 * the lines of the document. The remaining words of a page are grouped into lines again.
 */
export function withoutMarginMarks(pages: readonly PdfPage[]): PdfPage[] {
  const edges = pages.map(findTextEdges)
  const marks = pages.map((page, at) => {
    const pageEdges = edges[at]
    return pageEdges ? findMarginMarks(page, pageEdges) : NO_MARKS
  })
  const lineCount = pages.reduce((sum, { lines }) => sum + lines.length, 0)
  const isFrequent = (kind: keyof MarginMarks) => {
    const marked = pages.filter((_, at) => (marks[at]?.[kind].length ?? 0) > 0)
    const markedLines = marked.reduce((sum, { lines }) => sum + lines.length, 0)
    return marked.length > 0 && markedLines >= lineCount * MIN_LINES_SHARE
  }
  const lineNumbers = isFrequent('numbers') ? marks.flatMap(({ numbers }) => numbers) : []
  const styles = new Set(lineNumbers.map(({ style }) => style))
  const hasSigns = isFrequent('signs')
  return pages.map((page, at) => {
    const numbers = styles.size > 0 ? findConfirmedNumbers(page, styles, edges[at] ?? null) : []
    const signs = hasSigns ? (marks[at] ?? NO_MARKS).signs : []
    return withoutWords(page, [...numbers, ...signs])
  })
}

/** Zone of the page, in shares of its height, whose text determines the margins; stamps outside it do not. */
const TEXT_ZONE = { from: 0.07, to: 0.93 }
/** Minimum lines of text on a page from which its margins can be measured. */
const MIN_LINES = 5

/** The left and right edge of the text of a page, in points. */
interface TextEdges {
  left: number
  right: number
}

/** Returns the edges of the text of a page, or null when it has too little text. */
function findTextEdges({ lines, height }: PdfPage): TextEdges | null {
  const within = lines.filter(({ y }) => y > height * TEXT_ZONE.from && y < height * TEXT_ZONE.to)
  const words = within.flatMap((line) => line.words).filter(isTextWord)
  if (within.length < MIN_LINES || words.length === 0) return null
  return { left: minOf(words, ({ x0 }) => x0), right: maxOf(words, ({ x1 }) => x1) }
}

/** Returns whether a word is text: two letters or ideographs next to each other. */
const isTextWord = ({ text }: Word): boolean => /\p{L}{2}|\p{Script=Han}{2}/u.test(text)

/** Matches the number of a line in the margin. */
const LINE_NUMBER = /^\d{1,5}$/

/** Finds marks outside the text of a page, which other pages must confirm. */
function findMarginMarks(page: PdfPage, edges: TextEdges): MarginMarks {
  const outside = pageWords(page).filter((word) => isOutsideText(word, edges))
  const sides = [
    outside.filter((word) => isLeftOfText(word, edges)),
    outside.filter((word) => !isLeftOfText(word, edges)),
  ]
  const numbers = sides.flatMap((side) => longestSequence(side.filter(({ text }) => LINE_NUMBER.test(text))))
  const signs = sides.flatMap((side) => findBindingSigns(side, edges))
  return { numbers, signs }
}

/** Returns the words of a page, line by line. */
const pageWords = ({ lines }: PdfPage): Word[] => lines.flatMap(({ words }) => words)

const isOutsideText = (word: Word, edges: TextEdges): boolean =>
  isLeftOfText(word, edges) || word.x0 >= edges.right - 1

// Whether a word is left of the text, or on either side of it; a point of overlap does not count.
const isLeftOfText = ({ x1 }: Word, { left }: TextEdges): boolean => x1 <= left + 1

/** Returns the longest list of numbers that are aligned at either edge and count up, [] when there is none. */
function longestSequence(words: readonly Word[]): Word[] {
  const groups = [...alignedWords(words, ({ x1 }) => x1), ...alignedWords(words, ({ x0 }) => x0)]
  const sequences = groups.filter(isCountingSequence)
  return sequences.reduce<Word[]>((longest, list) => (list.length > longest.length ? list : longest), [])
}

/** In points: edges within this distance count as one. */
const EDGE_TOLERANCE = 2

/** Groups words whose `edge`, an x coordinate, coincides within `EDGE_TOLERANCE`. */
function alignedWords(words: readonly Word[], edge: (word: Word) => number): Word[][] {
  const groups: Word[][] = []
  for (const word of words.toSorted((a, b) => edge(a) - edge(b))) {
    const first = groups.at(-1)?.[0]
    if (first && edge(word) - edge(first) <= EDGE_TOLERANCE) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups
}

/** Minimum signs on a page that form a binding line. */
const MIN_SIGNS = 3
/** Matches a sign of the binding line of Chinese forms: 装 ⋮ 订 ⋮ 线, one below the other. */
const BINDING_SIGN = /^(?:\p{Script=Han}|[.·…:┊┆︙⋮|()⁝丨]{1,3})$/u
/** Minimum distance of a binding line from the text, in ems. */
const BINDING_DISTANCE_EM = 0.7

/** Finds single characters below each other, away from the text. */
function findBindingSigns(words: readonly Word[], { left, right }: TextEdges): Word[] {
  const signs = words.filter(({ text, x0, x1, style }) => {
    const distance = BINDING_DISTANCE_EM * style.size
    return BINDING_SIGN.test(text) && (x1 < left - distance || x0 > right + distance)
  })
  const middle = ({ x0, x1 }: Word) => (x0 + x1) / 2
  return alignedWords(signs, middle)
    .filter((list) => list.length >= MIN_SIGNS && list.some(({ text }) => /\p{Script=Han}/u.test(text)))
    .flat()
}

/**
 * Finds numbers in the styles of line numbers: those outside the text, also on pages with too few of them to show a
 * sequence, and those inside it that count up.
 */
function findConfirmedNumbers(
  page: PdfPage,
  styles: ReadonlySet<GlyphStyle>,
  edges: TextEdges | null,
): Word[] {
  const alike = pageWords(page).filter(({ text, style }) => LINE_NUMBER.test(text) && styles.has(style))
  const outer = edges ? alike.filter((word) => isOutsideText(word, edges)) : alike
  const inner = alignedWords(
    alike.filter((word) => edges !== null && !isOutsideText(word, edges)),
    ({ x1 }) => x1,
  )
  return [...outer, ...inner.filter(isCountingSequence).flat()]
}

/** Returns the page with words moved out of its lines to its asides. */
function withoutWords(page: PdfPage, marks: readonly Word[]): PdfPage {
  if (marks.length === 0) return page
  const removed = new Set(marks)
  const words = pageWords(page).filter((word) => !removed.has(word))
  const asides = alignedWords(marks, ({ x1 }) => x1).flatMap((list): AngledLine[] => {
    const ordered = list.toSorted((a, b) => a.y - b.y)
    const lines = ordered.flatMap((word) => createLine(page.page, [word]) ?? [])
    return [{ text: ordered.map(({ text }) => text).join(' '), area: boundingArea(lines) }]
  })
  return { ...page, lines: groupLines(page.page, words), asides: [...page.asides, ...asides] }
}
