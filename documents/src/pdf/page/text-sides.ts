// Tells running text on both sides of a gutter from the cells of a table.
import { maxOf, minOf } from './extremes.ts'
import { bottomOf, type PdfLine, topOf } from './lines.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text.

/** How far a line may reach into a gutter. */
export const GUTTER_TOLERANCE = 3
export const MIN_COLUMN_WIDTH = 60
/**
 * Minimum number of lines on each side of a gutter; fewer suffice where other pages have columns at the same
 * position.
 */
export const MIN_COLUMN_LINES = 3

/** Returns the width of a line in points. */
export const lineWidth = (line: PdfLine): number => line.x1 - line.x0

/** Baselines within this distance are one. */
export const BASELINE_TOLERANCE_EM = 0.3

/** Removes rows of a table at both ends of a section, whose cells happen to leave the space before `x` free. */
export function withoutCells(lines: readonly PdfLine[], x: number): PdfLine[] {
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
export function areColumns(lines: readonly PdfLine[], x: number, isKnown: boolean): boolean {
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
