import { areFormulas } from '../blocks/formulas.ts'
import { boundingArea } from '../page/extremes.ts'
import { bottomOf, topOf } from '../page/lines.ts'
import type { Area, DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { alignedRuns, isTableRun } from './aligned-runs.ts'
import { readFramedCells } from './framed-table.ts'
import { findRuledAreas, MAX_RULES, MIN_ROWS } from './ruled-areas.ts'
import { alignedCells, findHeadRows } from './table-columns.ts'

// Distances are in points.

/** A table among the rows of a column. */
export interface TableMatch {
  area: Area
  /** A full grid of cells. */
  cells: string[][]
  /** The rows of the column that belong to the table. */
  rows: ColumnRow[]
}

/** Largest number of ruled areas of a column that are examined. */
const MAX_TABLES = 100

/**
 * Finds tables between rules, the tallest first: framed cells, or rules above, below and between rows. A row is in at
 * most one table.
 *
 * @param rows the rows of the column, from top to bottom.
 * @param rules all rules of the page; those beyond the column are ignored.
 */
export function findRuledTables(
  rows: readonly ColumnRow[],
  rules: readonly DrawnRule[],
  column: Area,
): TableMatch[] {
  const tables: TableMatch[] = []
  const taken = new Set<ColumnRow>()
  const areas = findRuledAreas(rules, rows, column).toSorted((a, b) => b.y1 - b.y0 - (a.y1 - a.y0))
  for (const area of areas.slice(0, MAX_TABLES)) {
    const free = rows.filter((row) => !taken.has(row))
    const table = readTable(area, free, rules)
    if (!table || !isFilledGrid(table.cells)) continue
    tables.push(table)
    for (const row of table.rows) taken.add(row)
  }
  return tables
}

/** Minimum share of the rows of a table that have several cells. */
const MIN_DIVIDED_SHARE = 0.5

/** Reads the table in an area between rules, or returns null when its content is no table. */
function readTable(area: Area, rows: readonly ColumnRow[], rules: readonly DrawnRule[]): TableMatch | null {
  const inside = rows.filter((row) => isRowInside(row, area))
  if (inside.length < MIN_ROWS) return null
  const framedCells = readFramedCells(area, rules, inside)
  if (framedCells) return { area, cells: framedCells, rows: inside }
  if (areFormulas(inside.map(({ line }) => line))) return null
  const dividedRows = inside.filter(({ parts }) => parts.length > 1)
  if (dividedRows.length < Math.max(MIN_ROWS, inside.length * MIN_DIVIDED_SHARE)) return null
  const inner = rules.filter(({ isHorizontal, y0 }) => isHorizontal && y0 > area.y0 && y0 < area.y1)
  return { area, cells: alignedCells(inside, inner.slice(0, MAX_RULES)), rows: inside }
}

/** How far a row may extend beyond the sides of the area between its rules. */
const ROW_OVERHANG = 8

/** Returns whether the middle of a row is within the height of an area, and the row hardly beyond its sides. */
const isRowInside = ({ line }: ColumnRow, area: Area): boolean => {
  const middle = (topOf(line) + bottomOf(line)) / 2
  return (
    middle > area.y0 - 1 &&
    middle < area.y1 + 1 &&
    line.x0 > area.x0 - ROW_OVERHANG &&
    line.x1 < area.x1 + ROW_OVERHANG
  )
}

/** Minimum share of the cells of a table that are filled. */
const MIN_FILLED_SHARE = 0.4

/** Returns whether enough cells are filled; those between the lines of a drawing are mostly empty. */
function isFilledGrid(cells: readonly string[][]): boolean {
  const texts = cells.flat()
  return cells.length >= MIN_ROWS && texts.filter(Boolean).length >= MIN_FILLED_SHARE * texts.length
}

/** Finds tables without rules: consecutive rows of aligned cells, with the head above them. */
export function findUnruledTables(rows: readonly ColumnRow[]): TableMatch[] {
  return alignedRuns(rows).flatMap((run) => {
    if (!isTableRun(run)) return []
    const whole = [...findHeadRows(rows, run), ...run]
    return [
      { area: boundingArea(whole.map(({ line }) => line)), cells: alignedCells(whole, []), rows: whole },
    ]
  })
}
