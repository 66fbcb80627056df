// Finds the columns of a page. A column shows by its left edge, which several lines share, and by the gutter before
// it, a strip of white space. Each shared edge is tried: the page is cut into sections that nothing crosses at that
// place, and the gutter counts where both sides of a section are running text. Evidence is collected over all pages
// first, so that pages with few lines need less.
import { addToList, maxOf, minOf } from './extremes.ts'
import { bottomOf, isSameSize, type PdfLine, topOf } from './lines.ts'
import type { Area } from './page-content.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text.

/** A part of a page with the same columns from top to bottom. */
export interface ColumnBand {
  /** The lines of each column, from top to bottom. Columns are ordered from left to right and may be empty. */
  columns: PdfLine[][]
}

/** The lines of a page, the rules and pictures that end columns, and the area around all lines. */
export interface PageArea {
  lines: readonly PdfLine[]
  obstacles: readonly Area[]
  extent: Area
}

/** Left edges of columns on two pages are one within this distance. */
const EDGE_TOLERANCE = 5
/** Minimum strength of the strongest section of a gutter that no other page confirms. */
const MIN_UNCONFIRMED_LINES = 6
/** Minimum strength of a gutter over all pages together from which its position is known. */
const MIN_KNOWN_LINES = 3 * MIN_UNCONFIRMED_LINES
/** Pages of a short document, in which one page shows the columns of all. */
const MAX_SHORT_PAGES = 3

/**
 * Returns left edges of columns, in points, that at least two pages, or one of a short document, show clearly, the
 * strongest first. They are meant for `splitIntoBands`, for pages where columns are less evident.
 */
export function findKnownEdges(pages: readonly PageArea[]): number[] {
  /** The gutters of all pages; `weight` is the sum of their strengths, `pages` the number of pages that have them. */
  const votes: { x: number; weight: number; pages: number }[] = []
  for (const page of pages)
    for (const { x, sections } of findGutters(page, [])) {
      const weight = sections.reduce((sum, { strength }) => sum + strength, 0)
      const vote = votes.find((other) => Math.abs(other.x - x) <= EDGE_TOLERANCE)
      if (!vote) votes.push({ x, weight, pages: 1 })
      else Object.assign(vote, { weight: vote.weight + weight, pages: vote.pages + 1 })
    }
  return votes
    .filter((vote) => vote.weight >= MIN_KNOWN_LINES && (vote.pages > 1 || pages.length <= MAX_SHORT_PAGES))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ x }) => x)
}

/** A part of a page, between two heights in points, in which a gutter separates columns. */
interface GutterSection {
  top: number
  bottom: number
  /** Number of lines of text that show it, see `gutterStrength`. */
  strength: number
}

/** The white space before the left edge `x` of a column, with the sections in which it separates columns. */
interface Gutter {
  x: number
  sections: GutterSection[]
}

/** How far a line may reach into a gutter. */
const GUTTER_TOLERANCE = 3
const MIN_COLUMN_WIDTH = 60
/** Largest number of sections of a page; more changes between columns and full-width lines are no layout. */
const MAX_SECTIONS = 50

/**
 * Returns the gutters of a page.
 *
 * @param knownEdges left edges of columns on other pages, which need less evidence here
 */
function findGutters({ lines, obstacles, extent }: PageArea, knownEdges: readonly number[]): Gutter[] {
  const gutters: Gutter[] = []
  for (const x of [...knownEdges, ...findLeftEdges(lines, extent)]) {
    if (gutters.some((gutter) => Math.abs(gutter.x - x) < MIN_COLUMN_WIDTH)) continue
    const isKnown = knownEdges.includes(x)
    const sections = findSections(lines, obstacles, x)
      .map((section) => withoutCells(section, x))
      .filter((section) => areColumns(section, x, isKnown))
      .slice(0, MAX_SECTIONS)
      .map((section) => ({
        top: minOf(section, topOf),
        bottom: maxOf(section, bottomOf),
        strength: gutterStrength(section, x),
      }))
    const strongest = maxOf(sections, (section) => section.strength)
    if (sections.length > 0 && (isKnown || strongest >= MIN_UNCONFIRMED_LINES)) gutters.push({ x, sections })
  }
  return gutters
}

/** Left edges on one page within this distance are not considered separately. */
const MIN_EDGE_DISTANCE = 10
/**
 * Minimum number of lines on each side of a gutter; fewer suffice where other pages have columns at the same
 * position.
 */
const MIN_COLUMN_LINES = 3
/** Largest number of left edges of a page that are considered. */
const MAX_EDGES = 12

/** Returns left edges that several lines share, away from the left edge of the page, the most frequent first. */
function findLeftEdges(lines: readonly PdfLine[], extent: Area): number[] {
  /** Lines by their left edge, rounded to a point. */
  const linesAt = new Map<number, PdfLine[]>()
  for (const line of lines) {
    if (line.x0 < extent.x0 + MIN_COLUMN_WIDTH || lineWidth(line) < MIN_COLUMN_WIDTH / 2) continue
    addToList(linesAt, Math.round(line.x0), line)
  }
  const edges: number[] = []
  for (const [edge, edgeLines] of [...linesAt].toSorted((a, b) => b[1].length - a[1].length)) {
    const nearby = [edge - 1, edge, edge + 1].flatMap((x) => linesAt.get(x) ?? [])
    if (nearby.length >= MIN_COLUMN_LINES && edges.every((x) => Math.abs(x - edge) > MIN_EDGE_DISTANCE))
      edges.push(minOf(edgeLines, ({ x0 }) => x0))
    if (edges.length >= MAX_EDGES) break
  }
  return edges
}

/** Returns the width of a line in points. */
const lineWidth = (line: PdfLine): number => line.x1 - line.x0

/**
 * Returns the lines of each section of a page in which nothing crosses the gutter before `x`. A line next to one that
 * crosses it belongs to no section, nor does the last line of a paragraph across all columns.
 */
function findSections(lines: readonly PdfLine[], obstacles: readonly Area[], x: number): PdfLine[][] {
  const elements = elementsAround(lines, obstacles, x)
  const sections: PdfLine[][] = [[]]
  /** The full-width line just before, if any. */
  let wideLine: PdfLine | null = null
  elements.forEach(({ line, isBarrier }, at) => {
    const endsWideParagraph =
      !isBarrier &&
      line !== null &&
      wideLine !== null &&
      endsFullWidthParagraph(line, wideLine, elements[at + 1]?.line ?? null)
    if (isBarrier || endsWideParagraph) sections.push([])
    else if (line) sections.at(-1)?.push(line)
    wideLine = isBarrier ? line : null
  })
  return sections.filter((section) => section.length > 0)
}

/** A line of text or an obstacle, at its height on a page. */
interface PageElement {
  y: number
  /** Null for an obstacle. */
  line: PdfLine | null
  /** Whether it crosses the gutter. */
  isBarrier: boolean
}

/**
 * Returns the lines and the obstacles that matter for a gutter before `x`, from top to bottom. Lines next to a line
 * that crosses it are left out.
 */
function elementsAround(lines: readonly PdfLine[], obstacles: readonly Area[], x: number): PageElement[] {
  const sorted = lines.toSorted((a, b) => a.y - b.y)
  const crossing = sorted.filter((line) => crossesGutter(line, x))
  const free = linesWithoutNeighbor(
    sorted.filter((line) => !crossesGutter(line, x)),
    crossing,
  )
  const obstacleHeights = obstacles
    .filter((area) => crossesGutter(area, x))
    .map((area) => (area.y0 + area.y1) / 2)
  return [
    ...free.map((line) => ({ y: line.y, line, isBarrier: false })),
    ...crossing.map((line) => ({ y: line.y, line, isBarrier: true })),
    ...obstacleHeights.map((y) => ({ y, line: null, isBarrier: true })),
  ].toSorted((a, b) => a.y - b.y)
}

/** Returns whether something lies on both sides of the left edge `x` of a column. */
const crossesGutter = (item: Area | PdfLine, x: number): boolean =>
  item.x0 < x - GUTTER_TOLERANCE && item.x1 > x - GUTTER_TOLERANCE

/** Baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.3

/** Returns the lines that have no other line on the same baseline. Both lists are sorted from top to bottom. */
function linesWithoutNeighbor(lines: readonly PdfLine[], others: readonly PdfLine[]): PdfLine[] {
  let at = 0
  return lines.filter(({ y, size }) => {
    while ((others[at]?.y ?? Number.POSITIVE_INFINITY) < y - BASELINE_TOLERANCE_EM * size) at++
    return (others[at]?.y ?? Number.POSITIVE_INFINITY) > y + BASELINE_TOLERANCE_EM * size
  })
}

/**
 * Bounds of the step between lines of a paragraph: smaller is between lines side by side, larger between paragraphs.
 */
const MIN_STEP_EM = 0.6
const MAX_STEP_EM = 1.45
/** Largest indent of the last line of a paragraph. */
const MAX_INDENT_EM = 2

/**
 * Returns whether a line is the short last line of a paragraph that spans all columns: close below it, in the same
 * size, with nothing next to it.
 */
function endsFullWidthParagraph(line: PdfLine, wideLine: PdfLine, next: PdfLine | null): boolean {
  const { y, x0, size } = line
  const isClose = y - wideLine.y < MAX_STEP_EM * size && isSameSize(size, wideLine.size)
  const isAlone = next === null || next.y - y > MIN_STEP_EM * size
  return isClose && isAlone && Math.abs(x0 - wideLine.x0) < MAX_INDENT_EM * size
}

/** Removes rows of a table at both ends of a section, whose cells happen to leave the space before `x` free. */
function withoutCells(lines: readonly PdfLine[], x: number): PdfLine[] {
  const rows: PdfLine[][] = []
  for (const line of lines) {
    const first = rows.at(-1)?.[0]
    if (first && Math.abs(line.y - first.y) < BASELINE_TOLERANCE_EM * line.size) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const from = rows.findIndex((row) => !areCells(row, x))
  const to = rows.findLastIndex((row) => !areCells(row, x))
  return from < 0 ? [] : rows.slice(from, to + 1).flat()
}

/** Minimum letters of a full line, an ideograph counting as two; cells seldom have as many. */
const MIN_FULL_LETTERS = 16
/** Minimum cells in a row of a table that spans two columns. */
const MIN_CELLS = 3

/** Returns whether lines at one height are cells on both sides of `x`, none of them text. */
const areCells = (row: readonly PdfLine[], x: number): boolean =>
  row.length >= MIN_CELLS &&
  row.some((line) => line.x1 <= x - GUTTER_TOLERANCE) &&
  row.some((line) => line.x0 >= x - GUTTER_TOLERANCE) &&
  row.every((line) => letterCount(line) < MIN_FULL_LETTERS)

/** Returns the letters of a line, an ideograph counting as two. */
const letterCount = ({ text }: PdfLine): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

/**
 * Returns whether the lines on both sides of `x` are columns: text side by side. Where other pages have the same
 * columns (`isKnown`), one side of text is enough, whatever the other contains.
 */
function areColumns(lines: readonly PdfLine[], x: number, isKnown: boolean): boolean {
  const left = lines.filter((line) => line.x1 <= x - GUTTER_TOLERANCE)
  const right = lines.filter((line) => line.x0 >= x - GUTTER_TOLERANCE)
  const minLines = isKnown ? 1 : MIN_COLUMN_LINES
  if (left.length < minLines || right.length < minLines) return false
  if (minOf(right, ({ x0 }) => x0) > x + 2 * GUTTER_TOLERANCE || !overlapVertically(left, right)) return false
  const sides = [measureSide(left), measureSide(right)]
  return isKnown
    ? sides.some(isKnownTextSide) && sides.every(({ width }) => width > 0)
    : sides.every(isTextSide)
}

/** Returns whether there is a height at which both sides have lines. */
function overlapVertically(left: readonly PdfLine[], right: readonly PdfLine[]): boolean {
  const span = (lines: readonly PdfLine[]) => [minOf(lines, topOf), maxOf(lines, bottomOf)]
  const [leftTop = 0, leftBottom = 0] = span(left)
  const [rightTop = 0, rightBottom = 0] = span(right)
  return Math.min(leftBottom, rightBottom) > Math.max(leftTop, rightTop)
}

/** Share of the column width that a full line of running text has at least. */
const MIN_FULL_LINE_SHARE = 0.75

/** Measures that show whether the lines of one side are text. */
interface SideMeasures {
  width: number
  /** For each row, the share of the width that its lines fill. */
  fills: number[]
  /** Number of full lines. */
  fullLines: number
}

/** Height within which lines count as one row. */
const ROW_HEIGHT = 3

/** Measures the lines of one side of a gutter. */
function measureSide(lines: readonly PdfLine[]): SideMeasures {
  const x0 = minOf(lines, (line) => line.x0)
  const width = maxOf(lines, (line) => line.x1) - x0
  const rows = [...Map.groupBy(lines, (line) => Math.round(line.y / ROW_HEIGHT)).values()]
  const fills = rows.map((row) => row.reduce((sum, line) => sum + lineWidth(line), 0) / width)
  const fullLines = lines.filter(
    (line) => lineWidth(line) >= MIN_FULL_LINE_SHARE * width && letterCount(line) >= MIN_FULL_LETTERS,
  )
  return { width, fills, fullLines: fullLines.length }
}

/** Minimum share of the column width that the median row of text fills; rows of cells fill less. */
const MIN_FILL_SHARE = 0.55
/** The same where other pages have columns at this position. */
const KNOWN_MIN_FILL_SHARE = MIN_FILL_SHARE * 0.8
/** Number of full lines that suffices where other pages have columns, or the share of the rows that does if fewer. */
const KNOWN_MIN_FULL_LINES = 2
const KNOWN_MIN_FULL_SHARE = 1 / 3

/**
 * Returns whether a side is text where other pages have a column: a few full lines suffice, because cells have none.
 */
const isKnownTextSide = ({ width, fills, fullLines }: SideMeasures): boolean =>
  width >= MIN_COLUMN_WIDTH &&
  (median(fills) >= KNOWN_MIN_FILL_SHARE ||
    fullLines >= Math.min(KNOWN_MIN_FULL_LINES, KNOWN_MIN_FULL_SHARE * fills.length))

/** Returns the middle value, of an even number the upper one; 0 without values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Minimum share of full lines among the rows of a column with tables or figures. */
const MIN_FULL_SHARE = 0.2

/** Returns whether most rows fill their column, or enough of them are full lines next to tables or figures. */
const isTextSide = ({ width, fills, fullLines }: SideMeasures): boolean =>
  width >= MIN_COLUMN_WIDTH &&
  (median(fills) >= MIN_FILL_SHARE || fullLines >= Math.max(MIN_COLUMN_LINES, MIN_FULL_SHARE * fills.length))

/** Returns how many lines of a section show that a column begins at `x`: those on the side with fewer. */
function gutterStrength(section: readonly PdfLine[], x: number): number {
  const left = section.filter((line) => line.x1 <= x - GUTTER_TOLERANCE).length
  return Math.min(left, section.length - left)
}

/**
 * Splits the lines of a page into bands of columns, from top to bottom. A line, rule or picture that crosses the
 * space between columns ends a band.
 *
 * @param knownEdges left edges of columns on other pages
 */
export function splitIntoBands(page: PageArea, knownEdges: readonly number[]): ColumnBand[] {
  const gutters = findGutters(page, knownEdges)
  /** For each gutter, the index of its section at a height, −1 where it separates no columns. */
  const sectionIndices = (y: number): number[] =>
    gutters.map(({ sections }) => sections.findIndex(({ top, bottom }) => y >= top && y <= bottom))
  const bands: ColumnBand[] = []
  /** The sections of the line before; lines with the same sections form one band. */
  let lastKey = ''
  for (const line of page.lines.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const indices = sectionIndices(line.y)
    const edges = gutters.flatMap(({ x }, at) => (indices[at] === -1 ? [] : [x])).toSorted((a, b) => a - b)
    const key = indices.join(' ')
    if (key !== lastKey || bands.length === 0) {
      bands.push({ columns: [[], ...edges.map(() => [])] })
      lastKey = key
    }
    const band = bands.at(-1)
    const column = edges.filter((x) => line.x0 >= x - GUTTER_TOLERANCE).length
    band?.columns[Math.min(column, band.columns.length - 1)]?.push(line)
  }
  return bands
}
