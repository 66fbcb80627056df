import type { BlockType } from '../../document.ts'
import { findKnownEdges, splitIntoBands } from './columns.ts'
import { boundingArea, maxOf, minOf } from './extremes.ts'
import type { PageArea } from './gutters.ts'
import { joinLines, type PdfLine } from './lines.ts'
import type { PdfPage } from './page.ts'
import type { Area } from './page-content.ts'
import { taggedTableAreas } from './tagged-lines.ts'

/** Lines of a column on one baseline: one for text, several for the cells of a table row. */
export interface ColumnRow {
  /** The words of all parts as one line. */
  line: PdfLine
  /** From left to right. */
  parts: PdfLine[]
}

/** A column of a page, with its rows from top to bottom. */
export interface TextColumn extends Area {
  page: number
  rows: ColumnRow[]
  /** Where most rows begin, and where the longest ends, in points. */
  left: number
  right: number
  /**
   * Whether it is narrow and set in small print next to the text, such as dates, license and keywords on the first
   * page of an article.
   */
  isMargin: boolean
}

/** A row of running text at its position in reading order. */
export interface TextRow {
  kind: 'row'
  row: ColumnRow
  /** The line of the row. */
  line: PdfLine
  column: TextColumn
  /** Distance from the baseline of the previous row in the same column, in points; null for the first. */
  above: number | null
  /** Distance to the baseline of the next row in the same column, in points; null for the last. */
  below: number | null
}

/** An element between the running text: a table, a figure with its labels, a caption, a footnote. */
export interface PageInsert {
  kind: 'insert'
  type: BlockType
  lines: PdfLine[]
  /** The cells of a table. */
  rows?: string[][]
}

/** An element of a page in reading order. */
export type ReadingItem = TextRow | PageInsert

/** Returns whether an item is a row of running text and no insert. */
export const isTextRow = (item: ReadingItem): item is TextRow => item.kind === 'row'

/** Distance of baselines within which lines are in one row, in ems. */
const SAME_ROW_TOLERANCE_EM = 0.3
/** Overlap of lines side by side that is tolerated, in points. */
const MAX_OVERLAP = 1

/** Groups the lines of a column into rows, from top to bottom. Lines that overlap are never in one row. */
export function groupRows(lines: readonly PdfLine[]): ColumnRow[] {
  const rows: PdfLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isBeside = row?.every(
      (other) => line.x0 >= other.x1 - MAX_OVERLAP || line.x1 <= other.x0 + MAX_OVERLAP,
    )
    if (
      row &&
      first &&
      isBeside &&
      Math.abs(line.y - first.y) <= SAME_ROW_TOLERANCE_EM * Math.max(line.size, first.size)
    )
      row.push(line)
    else rows.push([line])
  }
  return rows.flatMap((parts) => {
    const line = joinLines(parts)
    return line ? [{ line, parts: parts.toSorted((a, b) => a.x0 - b.x0) }] : []
  })
}

/** Share of the page height from which a picture is a background of the text and ends no columns. */
const MIN_BACKGROUND_SHARE = 0.8

/**
 * Returns the columns of each page in reading order: band by band from top to bottom, from left to right in a band.
 *
 * @param bodySize size of the running text, see `findBodySize`
 */
export function columnsInReadingOrder(pages: readonly PdfPage[], bodySize: number): TextColumn[][] {
  const areas = pages.map(
    ({ lines, rules, pictures, height }): PageArea => ({
      lines,
      obstacles: [
        ...rules.filter(({ isHorizontal }) => isHorizontal),
        ...pictures.filter(({ y0, y1 }) => y1 - y0 < MIN_BACKGROUND_SHARE * height),
        ...taggedTableAreas(lines),
      ],
      extent: boundingArea(lines),
    }),
  )
  const knownEdges = findKnownEdges(areas)
  return areas.map((area, at) => {
    const page = pages[at]?.page ?? 0
    return splitIntoBands(area, knownEdges).flatMap(({ columns }) => {
      const filled = columns.filter((column) => column.length > 0).map((column) => createColumn(page, column))
      return filled.map((column) => ({ ...column, isMargin: isMarginColumn(column, filled, bodySize) }))
    })
  })
}

/** Builds a column from its lines, at least one; whether it is a margin is decided later. */
function createColumn(page: number, lines: readonly PdfLine[]): TextColumn {
  const rows = groupRows(lines)
  const rowLines = rows.map(({ line }) => line)
  return {
    page,
    rows,
    left: commonLeftEdge(rows),
    right: maxOf(rowLines, ({ x1 }) => x1),
    isMargin: false,
    ...boundingArea(rowLines),
  }
}

/** Share of the frequency of the most frequent left edge from which another one is frequent. */
const FREQUENT_EDGE_SHARE = 0.4

/** Returns the common left edge of rows, rounded to a point; the leftmost of several frequent ones. */
function commonLeftEdge(rows: readonly ColumnRow[]): number {
  const counts = new Map<number, number>()
  for (const { line } of rows) counts.set(Math.round(line.x0), (counts.get(Math.round(line.x0)) ?? 0) + 1)
  const maxCount = maxOf(counts.values(), (count) => count)
  const frequent = [...counts].filter(([, count]) => count >= maxCount * FREQUENT_EDGE_SHARE)
  return minOf(frequent, ([x]) => x)
}

/** Largest width of a margin column, as a share of the widest column beside it, and least share of small print. */
const MAX_MARGIN_SHARE = 0.5
const MIN_SMALL_PRINT_SHARE = 0.7
/** Size below which text is small print, as a share of the body size. */
const SMALL_PRINT_RATIO = 0.95

/** Returns whether a column is a margin (see `TextColumn`) among the columns of its band. */
function isMarginColumn(column: TextColumn, band: readonly TextColumn[], bodySize: number): boolean {
  const width = column.x1 - column.x0
  const widest = maxOf(band, (other) => other.x1 - other.x0)
  const small = column.rows.filter(({ line }) => line.size < bodySize * SMALL_PRINT_RATIO).length
  return width < widest * MAX_MARGIN_SHARE && small > column.rows.length * MIN_SMALL_PRINT_SHARE
}
