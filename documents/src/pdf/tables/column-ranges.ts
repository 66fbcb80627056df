// Finds the columns that the cells of a row are in, also those of heads over several columns.
import { maxOf, minOf } from '../page/extremes.ts'
import type { PdfLine } from '../page/lines.ts'
import type { DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'

/** A horizontal interval, in points. */
export interface HorizontalSpan {
  x0: number
  x1: number
}

/** The first and last column that a cell spans; several only for a cell of the head. */
export interface ColumnRange {
  first: number
  last: number
}

/** Largest number of rows of the head of a table. */
export const MAX_HEAD_ROWS = 3
/** Number of columns up to which head cells over several columns are recognized. */
const MAX_HEADED_COLUMNS = 60

/** The rows of a table, its columns and the rules in it. */
interface TableLayout {
  rows: readonly ColumnRow[]
  spans: readonly HorizontalSpan[]
  rules: readonly DrawnRule[]
}

/** Returns the range of columns of each cell of the row at `index`; only cells of the head may span several. */
export function columnRanges({ rows, spans, rules }: TableLayout, index: number): ColumnRange[] {
  const row = rows[index]
  if (!row) return []
  // The last row of a head names the single columns.
  const mayHaveSpans =
    index < MAX_HEAD_ROWS - 1 && row.parts.length < spans.length && spans.length <= MAX_HEADED_COLUMNS
  return row.parts.map((cell) => {
    const column = columnIndexOf(cell, spans)
    const range = mayHaveSpans
      ? (rangeOfRule(cell, spans, rules) ?? rangeOfHeads(cell, row, rows[index + 1], spans))
      : null
    return range ?? { first: column, last: column }
  })
}

/** Width from which a cell spans several columns, as a multiple of the width of its column. */
const MIN_WIDE_RATIO = 1.6

/** Returns the column that a cell overlaps most; a cell over several columns belongs to its first. */
function columnIndexOf(cell: HorizontalSpan, spans: readonly HorizontalSpan[]): number {
  const overlaps = spans.map((span) => Math.min(cell.x1, span.x1) - Math.max(cell.x0, span.x0))
  const most = maxOf(overlaps, (overlap) => overlap)
  const best = overlaps.indexOf(most)
  const span = spans[best]
  const isWide = span !== undefined && cell.x1 - cell.x0 > MIN_WIDE_RATIO * (span.x1 - span.x0)
  return most > 0 && isWide ? overlaps.findIndex((overlap) => overlap > 0) : Math.max(0, best)
}

/** Largest distance of a rule below its head, in ems. */
const MAX_RULE_DISTANCE_EM = 1.2
/** Share of the width of a table up to which a rule belongs to one head cell and not to the whole head. */
const MAX_SUBHEAD_SHARE = 0.9

/** Returns the columns covered by a rule drawn below one cell alone, or null when there is none. */
function rangeOfRule(
  cell: PdfLine,
  spans: readonly HorizontalSpan[],
  rules: readonly DrawnRule[],
): ColumnRange | null {
  const width = maxOf(spans, ({ x1 }) => x1) - minOf(spans, ({ x0 }) => x0)
  const rule = rules.find(
    ({ x0, x1, y0 }) =>
      y0 > cell.y &&
      y0 - cell.y < MAX_RULE_DISTANCE_EM * cell.size &&
      x0 <= centerX(cell) &&
      x1 >= centerX(cell) &&
      x1 - x0 < MAX_SUBHEAD_SHARE * width,
  )
  if (!rule) return null
  const covered = spans.map((span) => centerX(span) > rule.x0 && centerX(span) < rule.x1)
  return covered.includes(true) ? { first: covered.indexOf(true), last: covered.lastIndexOf(true) } : null
}

/** Returns the middle of an interval. */
const centerX = ({ x0, x1 }: HorizontalSpan): number => (x0 + x1) / 2

/**
 * Returns the range of columns whose center is nearest to that of a head cell. A range of several columns is
 * considered only where each has a head of its own in the row below and no other cell in this row. Null without
 * columns.
 */
function rangeOfHeads(
  cell: PdfLine,
  row: ColumnRow,
  below: ColumnRow | undefined,
  spans: readonly HorizontalSpan[],
): ColumnRange | null {
  const headed = new Set(below?.parts.map((head) => columnIndexOf(head, spans)))
  const otherCells = row.parts.filter((other) => other !== cell)
  const taken = new Set(otherCells.map((other) => columnIndexOf(other, spans)))
  let best: ColumnRange | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  const isFree = (column: number): boolean => headed.has(column) && !taken.has(column)
  spans.forEach((from, first) => {
    for (let last = first; last < spans.length; last++) {
      const to = spans[last]
      if (!to || (last > first && !(isFree(first) && isFree(last)))) break
      const distance = Math.abs(centerX({ x0: from.x0, x1: to.x1 }) - centerX(cell))
      // A larger range must be nearer by more than a point.
      if (distance < bestDistance - 1) [best, bestDistance] = [{ first, last }, distance]
    }
  })
  return best
}
