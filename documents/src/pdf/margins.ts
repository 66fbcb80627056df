import { addTo, areaAround, leastOf, mostOf } from './extremes.ts'
import { lineOf, linesOf } from './lines.ts'
import type { Aside, Page } from './page.ts'
import type { Style } from './page-content.ts'
import type { Word } from './words.ts'

/** Shares of the page's height between which text decides where the margins end: stamps over the page do not. */
const TEXT_ZONE = { from: 0.07, to: 0.93 }
/** In points: edges that are one. */
const SAME_EDGE = 2
/** Numbers on a page that show a sequence, and the share of its steps that are alike. */
const MIN_NUMBERS = 3
const MIN_REGULAR_STEPS = 0.75
/** Signs on a page that are a binding line. */
const MIN_SIGNS = 3
/** Share of a document's lines that stand on pages with marks; labels of a list are on fewer pages. */
const MIN_LINES_SHARE = 0.6
/** Fewer lines of text on a page say nothing of its margins. */
const MIN_LINES = 5

const lineNumber = /^\d{1,5}$/
const bindingSign = /^(?:\p{Script=Han}|[.·…:┊┆︙⋮|()⁝丨]{1,3})$/u
const isText = ({ text }: Word): boolean => /\p{L}{2}|\p{Script=Han}{2}/u.test(text)

/** Words of a page that belong to its margins, by what they are. */
interface MarginMarks {
  numbers: Word[]
  signs: Word[]
}

const noMarks: MarginMarks = { numbers: [], signs: [] }

/** Lists of words whose ends on one side lie on each other. */
function alignedWords(words: readonly Word[], edge: (word: Word) => number): Word[][] {
  const groups: Word[][] = []
  for (const word of words.toSorted((a, b) => edge(a) - edge(b))) {
    const first = groups.at(-1)?.[0]
    if (first && edge(word) - edge(first) <= SAME_EDGE) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups
}

/** Whether numbers count up by equal steps from the top of a page to its bottom. */
export function areCounted(words: readonly Pick<Word, 'text' | 'y'>[]): boolean {
  if (words.length < MIN_NUMBERS) return false
  const values = words.toSorted((a, b) => a.y - b.y).map(({ text }) => Number(text))
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const counts = new Map<number, number>()
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1)
  return mostOf(counts, ([step, count]) => (step > 0 ? count : 0)) >= steps.length * MIN_REGULAR_STEPS
}

/** The longest list of aligned numbers that count up. */
function countedWords(words: readonly Word[]): Word[] {
  const ways = [alignedWords(words, ({ x1 }) => x1), alignedWords(words, ({ x0 }) => x0)]
  const counted = ways.flat().filter(areCounted)
  return counted.reduce<Word[]>((longest, list) => (list.length > longest.length ? list : longest), [])
}

const wordsOf = ({ lines }: Page): Word[] => lines.flatMap(({ words }) => words)

interface Edges {
  left: number
  right: number
}

/** Where a page's text begins and ends; null where it has too little. */
function textEdges({ lines, height }: Page): Edges | null {
  const within = lines.filter(({ y }) => y > height * TEXT_ZONE.from && y < height * TEXT_ZONE.to)
  const words = within.flatMap((line) => line.words).filter(isText)
  if (within.length < MIN_LINES || words.length === 0) return null
  return { left: leastOf(words, ({ x0 }) => x0), right: mostOf(words, ({ x1 }) => x1) }
}

const isBeside = ({ x0, x1 }: Word, { left, right }: Edges): boolean => x1 <= left + 1 || x0 >= right - 1

/** Marks outside of the text of a page, which other pages have to confirm. */
function marksOf(page: Page, edges: Edges): MarginMarks {
  const outside = wordsOf(page).filter((word) => isBeside(word, edges))
  const sides = [
    outside.filter(({ x1 }) => x1 <= edges.left + 1),
    outside.filter(({ x1 }) => x1 > edges.left + 1),
  ]
  const numbers = sides.flatMap((side) => countedWords(side.filter(({ text }) => lineNumber.test(text))))
  const signs = sides.flatMap((side) => bindingSigns(side, edges))
  return { numbers, signs }
}

/** Single signs below each other, apart from the text. */
function bindingSigns(words: readonly Word[], { left, right }: Edges): Word[] {
  const signs = words.filter(
    ({ text, x0, x1, style }) =>
      bindingSign.test(text) && (x1 < left - style.size * 0.7 || x0 > right + style.size * 0.7),
  )
  const middle = ({ x0, x1 }: Word) => (x0 + x1) / 2
  return alignedWords(signs, middle)
    .filter((list) => list.length >= MIN_SIGNS && list.some(({ text }) => /\p{Script=Han}/u.test(text)))
    .flat()
}

/** Numbers that stand where other pages have a sequence, set alike: on pages with too few to show one. */
function confirmedNumbers(page: Page, known: ReadonlySet<Style>, edges: Edges | null): Word[] {
  const alike = wordsOf(page).filter(({ text, style }) => lineNumber.test(text) && known.has(style))
  const outer = edges ? alike.filter((word) => isBeside(word, edges)) : alike
  const inner = alignedWords(
    alike.filter((word) => edges !== null && !isBeside(word, edges)),
    ({ x1 }) => x1,
  )
  return [...outer, ...inner.filter(areCounted).flat()]
}

/** A page without some of its words, which stand beside it. */
function withoutWords(page: Page, marks: readonly Word[]): Page {
  if (marks.length === 0) return page
  const left = new Set(marks)
  const words = wordsOf(page).filter((word) => !left.has(word))
  const asides = alignedWords(marks, ({ x1 }) => x1).flatMap((list): Aside[] => {
    const ordered = list.toSorted((a, b) => a.y - b.y)
    const lines = ordered.flatMap((word) => lineOf(page.page, [word]) ?? [])
    return [{ text: ordered.map(({ text }) => text).join(' '), area: areaAround(lines) }]
  })
  return { ...page, lines: linesOf(page.page, words), asides: [...page.asides, ...asides] }
}

/** Styles in which pages count their lines: of one or two, whatever else is set like them. */
function numberStyles(marks: readonly MarginMarks[]): Set<Style> {
  const pages = new Map<Style, number[]>()
  marks.forEach(({ numbers }, at) => {
    for (const { style } of numbers) addTo(pages, style, at)
  })
  return new Set(pages.keys())
}

/**
 * Pages without the numbers of their lines and the signs of a binding line: what stands outside of the text at one edge and
 * counts up by equal steps, or is single signs, on most pages. Words beside a line are set apart again without them.
 */
export function withoutMargins(pages: readonly Page[]): Page[] {
  const edges = pages.map(textEdges)
  const marks = pages.map((page, at) => {
    const own = edges[at]
    return own ? marksOf(page, own) : noMarks
  })
  const linesOn = (kind: keyof MarginMarks) =>
    pages.reduce((sum, { lines }, at) => sum + (marks[at]?.[kind].length ? lines.length : 0), 0)
  const all = pages.reduce((sum, { lines }) => sum + lines.length, 0)
  const isUsual = (kind: keyof MarginMarks) =>
    marks.some((each) => each[kind].length > 0) && linesOn(kind) >= all * MIN_LINES_SHARE
  const styles = isUsual('numbers') ? numberStyles(marks) : new Set<Style>()
  const hasSigns = isUsual('signs')
  return pages.map((page, at) => {
    const own = marks[at] ?? noMarks
    const numbers = styles.size > 0 ? confirmedNumbers(page, styles, edges[at] ?? null) : []
    return withoutWords(page, [...numbers, ...(hasSigns ? own.signs : [])])
  })
}
