import { areFormulas } from '../blocks/formulas.ts'
import { boundingArea, maxOf } from '../page/extremes.ts'
import { bottomOf, topOf } from '../page/lines.ts'
import type { Area, DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { INSTITUTE_WORD } from '../record/authors.ts'
import { readFramedCells } from './framed-table.ts'
import { alignedCells, findHeadRows, type HorizontalSpan } from './table-columns.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text.

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

/** Minimum length of the rules of a table, and its minimum height and number of rows. */
const MIN_RULE_LENGTH = 60
const MIN_TABLE_HEIGHT = 12
const MIN_ROWS = 2
/** Largest number of horizontal rules of a column that are examined. */
const MAX_RULES = 600
/** Largest number of all rules of a column; more are a drawing. */
const MAX_COLUMN_RULES = 6_000

/** An area between horizontal rules. */
interface RuledArea extends Area {
  /** Whether vertical rules frame its cells; absent while the area has only one rule. */
  isFramed?: boolean
}

/** Returns areas between horizontal rules of equal width, framed or not. */
function findRuledAreas(rules: readonly DrawnRule[], rows: readonly ColumnRow[], column: Area): Area[] {
  const inside = rules.filter((rule) => isNearColumn(rule, column))
  if (inside.length > MAX_COLUMN_RULES) return []
  const areas: RuledArea[] = []
  const horizontal = joinRules(inside.filter(({ isHorizontal }) => isHorizontal)).filter(
    ({ x0, x1 }) => x1 - x0 >= MIN_RULE_LENGTH,
  )
  for (const rule of horizontal.slice(0, MAX_RULES)) addRule(areas, rule, inside, rows)
  return areas.filter((area) => area.y1 - area.y0 > MIN_TABLE_HEIGHT)
}

/** How far a rule may be beyond its column, at the sides and above or below it. */
const SIDE_OVERHANG = 12
const END_OVERHANG = 20

/** Returns whether a rule lies in a column or hardly beyond it. */
const isNearColumn = (rule: DrawnRule, column: Area): boolean =>
  rule.x0 >= column.x0 - SIDE_OVERHANG &&
  rule.x1 <= column.x1 + SIDE_OVERHANG &&
  rule.y0 >= column.y0 - END_OVERHANG &&
  rule.y0 <= column.y1 + END_OVERHANG

/** Positions within this distance are one; rules with this gap touch. */
const POSITION_TOLERANCE = 4
const TOUCH_TOLERANCE = 3.5
/** Rules whose heights differ by less are one. */
const COLLINEAR_TOLERANCE = 1.5

/** Merges collinear horizontal rules that touch each other. */
function joinRules(rules: readonly DrawnRule[]): DrawnRule[] {
  const joined: DrawnRule[] = []
  for (const rule of rules.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const before = joined.findLast(
      (other) => Math.abs(other.y0 - rule.y0) < COLLINEAR_TOLERANCE && rule.x0 <= other.x1 + TOUCH_TOLERANCE,
    )
    if (before && rule.x1 >= before.x0 - TOUCH_TOLERANCE) {
      before.x1 = Math.max(before.x1, rule.x1)
      before.x0 = Math.min(before.x0, rule.x0)
    } else joined.push({ ...rule })
  }
  return joined
}

/** Adds a rule to the area that it closes or continues, or begins a new area. */
function addRule(
  areas: RuledArea[],
  rule: DrawnRule,
  walls: readonly DrawnRule[],
  rows: readonly ColumnRow[],
): void {
  /** The last area of the same width, which the rule may close. */
  const open = areas.findLast(
    (area) =>
      Math.abs(area.x0 - rule.x0) < POSITION_TOLERANCE && Math.abs(area.x1 - rule.x1) < POSITION_TOLERANCE,
  )
  const isFramed = open ? hasWallsAt(walls, open, (open.y1 + rule.y0) / 2) : false
  const { x0, x1, y0, y1 } = rule
  if (open && continuesArea(open, rule, isFramed, rows)) Object.assign(open, { y1, isFramed })
  else if (open && isFramed) areas.push({ x0, x1, y0: open.y1, y1, isFramed })
  else areas.push({ x0, x1, y0, y1 })
}

/** Returns whether vertical rules cross the height `y` within an area. */
const hasWallsAt = (rules: readonly DrawnRule[], { x0, x1 }: Area, y: number): boolean =>
  rules.some(
    (rule) =>
      !rule.isHorizontal &&
      rule.x0 > x0 - POSITION_TOLERANCE &&
      rule.x1 < x1 + POSITION_TOLERANCE &&
      rule.y0 < y &&
      rule.y1 > y,
  )

/**
 * Returns whether the area up to a rule belongs to the table above: both are framed, or neither is and no running text
 * is between them.
 */
function continuesArea(
  area: RuledArea,
  rule: DrawnRule,
  isFramed: boolean,
  rows: readonly ColumnRow[],
): boolean {
  if ((area.isFramed ?? isFramed) !== isFramed) return false
  return isFramed || !hasProseBetween(rows, area, area.y1, rule.y0)
}

/** Share of the width of an area that a full line of text fills. */
const FULL_LINE_SHARE = 0.85
/** Full lines that are running text, because no table has so many between two rules. */
const MIN_PROSE_LINES = 2

/** Returns whether running text is between two heights. */
const hasProseBetween = (rows: readonly ColumnRow[], { x0, x1 }: Area, from: number, to: number): boolean =>
  rows.filter(
    ({ line, parts }) =>
      line.y > from && line.y < to && parts.length === 1 && line.x1 - line.x0 > FULL_LINE_SHARE * (x1 - x0),
  ).length >= MIN_PROSE_LINES

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

/** Largest step between the rows of such a table. */
const MAX_STEP_EM = 3

/** Splits rows into runs of consecutive rows whose cells are aligned; rows of a single cell are in no run. */
function alignedRuns(rows: readonly ColumnRow[]): ColumnRow[][] {
  const runs: ColumnRow[][] = [[]]
  for (const row of rows) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const isNear = before && row.line.y - before.line.y <= row.line.size * MAX_STEP_EM
    if (row.parts.length < 2) runs.push([])
    else if (before && !(isNear && haveAlignedCells(before, row) && haveSharedGaps(before, row)))
      runs.push([row])
    else run?.push(row)
  }
  return runs
}

/** Largest number of cells of a row that are compared. */
const MAX_COMPARED_CELLS = 50
/** Cells within this distance are aligned. */
const ALIGNMENT_TOLERANCE = 3
/** Cells of a row up to which all must be aligned, and all gaps between them shared; of more, one may be missing. */
const MAX_EXACT_CELLS = 3

/** Returns whether the cells of two rows share left edges, right edges or centers. */
function haveAlignedCells(a: ColumnRow, b: ColumnRow): boolean {
  const shared = a.parts
    .slice(0, MAX_COMPARED_CELLS)
    .filter((part) =>
      b.parts
        .slice(0, MAX_COMPARED_CELLS)
        .some(
          (other) =>
            Math.abs(part.x0 - other.x0) < ALIGNMENT_TOLERANCE ||
            Math.abs(part.x1 - other.x1) < ALIGNMENT_TOLERANCE ||
            Math.abs(part.x0 + part.x1 - other.x0 - other.x1) < 2 * ALIGNMENT_TOLERANCE,
        ),
    )
  const mayMissOne = a.parts.length > MAX_EXACT_CELLS
  return shared.length >= Math.min(a.parts.length, b.parts.length) - (mayMissOne ? 1 : 0)
}

/**
 * Returns whether the gaps between the cells of one row continue in the other. Aligned edges alone do not suffice:
 * justified lines of text share them too.
 */
function haveSharedGaps(a: ColumnRow, b: ColumnRow): boolean {
  const [few = [], many = []] = [cellGaps(a), cellGaps(b)].toSorted((one, other) => one.length - other.length)
  const shared = few.filter(({ x0, x1 }) => many.some((other) => other.x0 < x1 - 1 && other.x1 > x0 + 1))
  const mayMissOne = few.length > MAX_EXACT_CELLS - 1
  return shared.length >= few.length - (mayMissOne ? 1 : 0)
}

/** Returns the gaps between the cells of a row. */
const cellGaps = ({ parts }: ColumnRow): HorizontalSpan[] =>
  parts.slice(1, MAX_COMPARED_CELLS).map(({ x0 }, at) => ({ x0: parts[at]?.x1 ?? x0, x1: x0 }))

/** Minimum rows of a table without rules: of three or more cells, and of two. */
const MIN_UNRULED_ROWS = 3
const MIN_TWO_COLUMN_ROWS = 5

/** Returns whether a run has enough rows, and is neither formulas nor a list nor addresses. */
function isTableRun(run: readonly ColumnRow[]): boolean {
  const columns = maxOf(run, ({ parts }) => parts.length)
  if (run.length < (columns > 2 ? MIN_UNRULED_ROWS : MIN_TWO_COLUMN_ROWS)) return false
  if (areFormulas(run.map(({ line }) => line)) || (columns === 2 && isListRun(run))) return false
  return !isAddressRun(run)
}

/** Matches a number or a sign before hanging text, as in lists and references. */
const LIST_LABEL = /^(?:\[\d{1,4}\]|[(（]\d{1,3}[)）]|[•·▪◦–-]|\d{1,3}[.)、])$/

/** Returns whether half of the rows begin with the label of a list: such a run is text with hanging numbers. */
const isListRun = (run: readonly ColumnRow[]): boolean =>
  run.filter(({ parts: [first] }) => LIST_LABEL.test(first?.text.trim() ?? '')).length >= run.length / 2

/** Share of cells with an institution or an address from which rows are no table. */
const MIN_ADDRESS_SHARE = 0.25

/** Returns whether rows hold names with institutions and addresses side by side above the text. */
const isAddressRun = (run: readonly ColumnRow[]): boolean => {
  const parts = run.flatMap((row) => row.parts)
  const addresses = parts.filter(({ text }) => /\S@\S|@$/.test(text) || INSTITUTE_WORD.test(text))
  return addresses.length > parts.length * MIN_ADDRESS_SHARE
}
