import { addToList, boundingArea, maxOf, minOf } from './extremes.ts'
import { createLine, groupLines } from './lines.ts'
import type { AngledLine, PdfPage } from './page.ts'
import type { GlyphStyle } from './page-content.ts'
import type { Word } from './words.ts'

/** Zone of the page, in shares of its height, whose text determines the margins; stamps outside it do not. */
const TEXT_ZONE = { from: 0.07, to: 0.93 }
/** In points: edges within this distance count as one. */
const EDGE_TOLERANCE = 2
/** Minimum numbers on a page that form a sequence, and the minimum share of its steps that are equal. */
const MIN_NUMBERS = 3
const MIN_REGULAR_STEPS = 0.75
/** Minimum characters on a page that form a binding line. */
const MIN_SIGNS = 3
/** Minimum share of the lines of a document on pages with marks; labels of a list are on fewer pages. */
const MIN_LINES_SHARE = 0.6
/** Minimum lines of text on a page from which its margins can be measured. */
const MIN_LINES = 5

const LINE_NUMBER = /^\d{1,5}$/
const BINDING_SIGN = /^(?:\p{Script=Han}|[.·…:┊┆︙⋮|()⁝丨]{1,3})$/u
const isTextWord = ({ text }: Word): boolean => /\p{L}{2}|\p{Script=Han}{2}/u.test(text)

/** Words in the margins of a page, by kind. */
interface MarginMarks {
  numbers: Word[]
  signs: Word[]
}

const NO_MARKS: MarginMarks = { numbers: [], signs: [] }

/** Groups words whose edges on one side coincide. */
function alignedWords(words: readonly Word[], edge: (word: Word) => number): Word[][] {
  const groups: Word[][] = []
  for (const word of words.toSorted((a, b) => edge(a) - edge(b))) {
    const first = groups.at(-1)?.[0]
    if (first && edge(word) - edge(first) <= EDGE_TOLERANCE) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups
}

/** Returns whether numbers increase by equal steps from the top of a page to its bottom. */
export function isCountingSequence(words: readonly Pick<Word, 'text' | 'y'>[]): boolean {
  if (words.length < MIN_NUMBERS) return false
  const values = words.toSorted((a, b) => a.y - b.y).map(({ text }) => Number(text))
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const counts = new Map<number, number>()
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1)
  return maxOf(counts, ([step, count]) => (step > 0 ? count : 0)) >= steps.length * MIN_REGULAR_STEPS
}

/** Returns the longest list of aligned numbers that count up. */
function longestSequence(words: readonly Word[]): Word[] {
  const ways = [alignedWords(words, ({ x1 }) => x1), alignedWords(words, ({ x0 }) => x0)]
  const counted = ways.flat().filter(isCountingSequence)
  return counted.reduce<Word[]>((longest, list) => (list.length > longest.length ? list : longest), [])
}

const pageWords = ({ lines }: PdfPage): Word[] => lines.flatMap(({ words }) => words)

interface TextEdges {
  left: number
  right: number
}

/** Returns the left and right edge of the text of a page, or null when it has too little text. */
function findTextEdges({ lines, height }: PdfPage): TextEdges | null {
  const within = lines.filter(({ y }) => y > height * TEXT_ZONE.from && y < height * TEXT_ZONE.to)
  const words = within.flatMap((line) => line.words).filter(isTextWord)
  if (within.length < MIN_LINES || words.length === 0) return null
  return { left: minOf(words, ({ x0 }) => x0), right: maxOf(words, ({ x1 }) => x1) }
}

const isOutsideText = ({ x0, x1 }: Word, { left, right }: TextEdges): boolean =>
  x1 <= left + 1 || x0 >= right - 1

/** Finds marks outside the text of a page, which other pages must confirm. */
function findMarginMarks(page: PdfPage, edges: TextEdges): MarginMarks {
  const outside = pageWords(page).filter((word) => isOutsideText(word, edges))
  const sides = [
    outside.filter(({ x1 }) => x1 <= edges.left + 1),
    outside.filter(({ x1 }) => x1 > edges.left + 1),
  ]
  const numbers = sides.flatMap((side) => longestSequence(side.filter(({ text }) => LINE_NUMBER.test(text))))
  const signs = sides.flatMap((side) => findBindingSigns(side, edges))
  return { numbers, signs }
}

/** Finds single characters below each other, away from the text. */
function findBindingSigns(words: readonly Word[], { left, right }: TextEdges): Word[] {
  const signs = words.filter(
    ({ text, x0, x1, style }) =>
      BINDING_SIGN.test(text) && (x1 < left - style.size * 0.7 || x0 > right + style.size * 0.7),
  )
  const middle = ({ x0, x1 }: Word) => (x0 + x1) / 2
  return alignedWords(signs, middle)
    .filter((list) => list.length >= MIN_SIGNS && list.some(({ text }) => /\p{Script=Han}/u.test(text)))
    .flat()
}

/**
 * Finds numbers in the style and position in which other pages have a sequence, on pages with too few numbers to show
 * one.
 */
function findConfirmedNumbers(
  page: PdfPage,
  known: ReadonlySet<GlyphStyle>,
  edges: TextEdges | null,
): Word[] {
  const alike = pageWords(page).filter(({ text, style }) => LINE_NUMBER.test(text) && known.has(style))
  const outer = edges ? alike.filter((word) => isOutsideText(word, edges)) : alike
  const inner = alignedWords(
    alike.filter((word) => edges !== null && !isOutsideText(word, edges)),
    ({ x1 }) => x1,
  )
  return [...outer, ...inner.filter(isCountingSequence).flat()]
}

/** Moves words out of the lines of a page to its asides. */
function withoutWords(page: PdfPage, marks: readonly Word[]): PdfPage {
  if (marks.length === 0) return page
  const left = new Set(marks)
  const words = pageWords(page).filter((word) => !left.has(word))
  const asides = alignedWords(marks, ({ x1 }) => x1).flatMap((list): AngledLine[] => {
    const ordered = list.toSorted((a, b) => a.y - b.y)
    const lines = ordered.flatMap((word) => createLine(page.page, [word]) ?? [])
    return [{ text: ordered.map(({ text }) => text).join(' '), area: boundingArea(lines) }]
  })
  return { ...page, lines: groupLines(page.page, words), asides: [...page.asides, ...asides] }
}

/** Returns the styles of line numbers. */
function numberStyles(marks: readonly MarginMarks[]): Set<GlyphStyle> {
  const pages = new Map<GlyphStyle, number[]>()
  marks.forEach(({ numbers }, at) => {
    for (const { style } of numbers) addToList(pages, style, at)
  })
  return new Set(pages.keys())
}

/**
 * Removes line numbers and the characters of a binding line from pages: text outside the body text that is aligned at
 * one edge and counts up by equal steps, or consists of single characters, on pages with most of the lines. The
 * remaining words of a page are grouped into lines again.
 */
export function withoutMarginMarks(pages: readonly PdfPage[]): PdfPage[] {
  const edges = pages.map(findTextEdges)
  const marks = pages.map((page, at) => {
    const own = edges[at]
    return own ? findMarginMarks(page, own) : NO_MARKS
  })
  const linesOn = (kind: keyof MarginMarks) =>
    pages.reduce((sum, { lines }, at) => sum + (marks[at]?.[kind].length ? lines.length : 0), 0)
  const all = pages.reduce((sum, { lines }) => sum + lines.length, 0)
  const isUsual = (kind: keyof MarginMarks) =>
    marks.some((each) => each[kind].length > 0) && linesOn(kind) >= all * MIN_LINES_SHARE
  const styles = isUsual('numbers') ? numberStyles(marks) : new Set<GlyphStyle>()
  const hasSigns = isUsual('signs')
  return pages.map((page, at) => {
    const own = marks[at] ?? NO_MARKS
    const numbers = styles.size > 0 ? findConfirmedNumbers(page, styles, edges[at] ?? null) : []
    return withoutWords(page, [...numbers, ...(hasSigns ? own.signs : [])])
  })
}
