import { boundingArea, maxOf, minOf } from '../page/extremes.ts'
import type { DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { writtenText } from '../page/words.ts'
import { joinCellTexts } from './cell-text.ts'
import { type ColumnRange, columnRanges, type HorizontalSpan, MAX_HEAD_ROWS } from './column-ranges.ts'

/**
 * Arranges rows without frames as a grid of the columns that most rows have; an empty cell is ''. A head cell that
 * spans several columns, according to the rule or the heads below it, is in the first of them; a row with an empty
 * first column may continue the row before.
 *
 * @param rows those of the table, from top to bottom.
 * @param rules the horizontal rules within the table.
 */
export function alignedCells(rows: readonly ColumnRow[], rules: readonly DrawnRule[]): string[][] {
  const spans = columnSpans(rows)
  const ruleHeights = rules.map(({ y0 }) => y0)
  const grid: string[][] = []
  /** The columns of the cells of the row before. */
  let above: ColumnRange[] = []
  rows.forEach((row, at) => {
    const ranges = columnRanges({ rows, spans, rules }, at)
    const cells = spans.map(() => '')
    row.parts.forEach((cell, index) => {
      const first = ranges[index]?.first ?? 0
      cells[first] = joinCellTexts([cells[first] ?? '', writtenText(cell)])
    })
    const last = grid.at(-1)
    const before = rows[at - 1]
    // Several cells below one that spans their columns are heads of these columns and no continuation of it.
    const isSubhead = above.some(
      (wide) =>
        wide.last > wide.first &&
        ranges.filter(({ first, last: end }) => first >= wide.first && end <= wide.last).length > 1,
    )
    if (last && before && !isSubhead && continuesRow(row, before, cells, ruleHeights))
      cells.forEach((cell, column) => {
        last[column] = joinCellTexts([last[column] ?? '', cell])
      })
    else grid.push(cells)
    above = ranges
  })
  return grid
}

/** Returns the extents of the columns from left to right, measured in the rows with the usual number of cells. */
function columnSpans(rows: readonly ColumnRow[]): HorizontalSpan[] {
  const counts = new Map<number, number>()
  for (const { parts } of rows)
    if (parts.length > 1) counts.set(parts.length, (counts.get(parts.length) ?? 0) + 1)
  // The most frequent number of cells; of equally frequent ones the larger.
  const [count = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  const complete = rows.filter(({ parts }) => parts.length === count)
  return Array.from({ length: count }, (_, at) => {
    const cells = complete.flatMap(({ parts }) => parts[at] ?? [])
    return { x0: minOf(cells, ({ x0 }) => x0), x1: maxOf(cells, ({ x1 }) => x1) }
  })
}

/** Largest step between lines of one cell, in ems. */
const MAX_CELL_STEP_EM = 1.45

/** Returns whether a row continues the cells of the row before: close below it, with an empty first column. */
function continuesRow(
  row: ColumnRow,
  before: ColumnRow,
  cells: readonly string[],
  ruleHeights: readonly number[],
): boolean {
  const hasRuleBetween = ruleHeights.some((height) => height > before.line.y && height < row.line.y)
  const isClose = row.line.y - before.line.y < row.line.size * MAX_CELL_STEP_EM
  return isClose && !hasRuleBetween && cells[0] === '' && cells.filter(Boolean).length < cells.length / 2
}

/** Largest step from a head to the rows below, the larger of: a multiple of their smallest step, and a size in ems. */
const MAX_HEAD_STEP = 1.4
const MAX_HEAD_STEP_EM = 1.6

/**
 * Returns the rows of `rows` that are the head of the aligned rows `run`, close above them, from top to bottom. They
 * have fewer cells than the run when some span several columns.
 */
export function findHeadRows(rows: readonly ColumnRow[], run: readonly ColumnRow[]): ColumnRow[] {
  const [first] = run
  if (!first) return []
  const area = boundingArea(run.map(({ line }) => line))
  const firstColumn = maxOf(run, ({ parts: [cell] }) => cell?.x1 ?? 0)
  const step = minRowStep(run)
  const from = rows.indexOf(first)
  const heads: ColumnRow[] = []
  for (const row of rows.slice(Math.max(0, from - MAX_HEAD_ROWS + 1), from).toReversed()) {
    const { y, size } = (heads[0] ?? first).line
    const isClose = y - row.line.y <= Math.max(step * MAX_HEAD_STEP, size * MAX_HEAD_STEP_EM)
    if (!isClose || !isHeadRow(row, area, firstColumn)) break
    heads.unshift(row)
  }
  return heads
}

/** Returns the smallest distance between consecutive rows, in points; infinity for a single row. */
const minRowStep = (run: readonly ColumnRow[]): number =>
  minOf(
    run.slice(1).map((row, at) => row.line.y - (run[at]?.line.y ?? 0)),
    (step) => step,
  )

/** Largest width of a head cell, as a share of the width of the table. */
const MAX_HEAD_CELL_SHARE = 0.6
/** How far a head may extend beyond the columns below it, in points. */
const MAX_OVERHANG = 8

/**
 * Returns whether a row can belong to the head of a table below it: within its width, and in cells or beyond its
 * first column.
 */
function isHeadRow({ line, parts }: ColumnRow, { x0, x1 }: HorizontalSpan, firstColumn: number): boolean {
  const isWithin = line.x0 > x0 - MAX_OVERHANG && line.x1 < x1 + MAX_OVERHANG
  const isSpread = parts.length > 1 || line.x0 > firstColumn
  return isWithin && isSpread && parts.every((cell) => cell.x1 - cell.x0 <= MAX_HEAD_CELL_SHARE * (x1 - x0))
}
