import { findKnownEdges, type PageArea, splitIntoBands } from './columns.ts'
import { boundingArea, maxOf } from './extremes.ts'
import { joinLines, type PdfLine } from './lines.ts'
import type { PdfPage } from './page.ts'
import type { Area } from './page-content.ts'
import { taggedTableAreas } from './tagged-lines.ts'

/** Lines of a column on one baseline: one for text, several for the cells of a table row. */
export interface ColumnRow {
  line: PdfLine
  parts: PdfLine[]
}

/** A column of a page, with its rows from top to bottom. */
export interface TextColumn extends Area {
  page: number
  rows: ColumnRow[]
  /** Where most rows begin and the longest ends. */
  left: number
  right: number
  /**
   * Whether it is narrow and set in small print next to the text, such as dates, licence and keywords on the first
   * page of an article.
   */
  margin: boolean
}

const SAME_ROW_TOLERANCE_EM = 0.3
const MAX_MARGIN_SHARE = 0.5
/** Share of the page height from which a picture is a background of the text. */
const MIN_BACKGROUND_SHARE = 0.8

/** Groups the lines of a column into rows. */
export function groupRows(lines: readonly PdfLine[]): ColumnRow[] {
  const rows: PdfLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.at(-1)
    const first = row?.[0]
    const apart = row?.every((other) => line.x0 >= other.x1 - 1 || line.x1 <= other.x0 + 1)
    if (
      row &&
      first &&
      apart &&
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

/** Returns the common left edge of rows, rounded to a point; the leftmost of several frequent ones. */
function commonLeftEdge(rows: readonly ColumnRow[]): number {
  const counts = new Map<number, number>()
  for (const { line } of rows) counts.set(Math.round(line.x0), (counts.get(Math.round(line.x0)) ?? 0) + 1)
  const most = maxOf(counts.values(), (count) => count)
  const common = [...counts].filter(([, count]) => count >= most * 0.4).map(([x]) => x)
  return common.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY)
}

function createColumn(page: number, lines: readonly PdfLine[]): TextColumn {
  const rows = groupRows(lines)
  const all = rows.map(({ line }) => line)
  return {
    page,
    rows,
    left: commonLeftEdge(rows),
    right: maxOf(all, ({ x1 }) => x1),
    margin: false,
    ...boundingArea(all),
  }
}

/** Returns whether a column is a margin next to a wide column. */
function isMarginColumn(column: TextColumn, beside: readonly TextColumn[], body: number): boolean {
  const width = column.x1 - column.x0
  const widest = maxOf(beside, (other) => other.x1 - other.x0)
  const small = column.rows.filter(({ line }) => line.size < body * 0.95).length
  return width < widest * MAX_MARGIN_SHARE && small > column.rows.length * 0.7
}

/** Returns the columns of each page in reading order. */
export function columnsInReadingOrder(pages: readonly PdfPage[], body: number): TextColumn[][] {
  const areas = pages.map(
    ({ lines, rules, pictures, height }): PageArea => ({
      lines,
      obstacles: [
        ...rules.filter(({ across }) => across),
        ...pictures.filter(({ y0, y1 }) => y1 - y0 < MIN_BACKGROUND_SHARE * height),
        ...taggedTableAreas(lines),
      ],
      extent: boundingArea(lines),
    }),
  )
  const known = findKnownEdges(areas)
  return areas.map(({ lines, obstacles, extent }, at) => {
    const page = pages[at]?.page ?? 0
    return splitIntoBands(lines, obstacles, extent, known).flatMap(({ columns }) => {
      const filled = columns.filter((column) => column.length > 0).map((column) => createColumn(page, column))
      return filled.map((column) => ({ ...column, margin: isMarginColumn(column, filled, body) }))
    })
  })
}
