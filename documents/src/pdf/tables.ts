import { institute } from './authors.ts'
import { areaAround, mostOf } from './extremes.ts'
import type { Row } from './flow.ts'
import { areFormulas } from './formulas.ts'
import { framedRows } from './framed-table.ts'
import { bottomOf, topOf } from './lines.ts'
import type { Area, Rule } from './page-content.ts'
import { alignedRows, headAbove, type Span } from './table-columns.ts'

/** A table found between rows of a column. */
export interface Table {
  area: Area
  /** A full grid of cells. */
  rows: string[][]
  /** Rows of the column that are the table's. */
  taken: Row[]
}

/** In points. */
const SAME = 4
const TOUCH = 3.5
const SHORTEST = 60
const LOWEST = 12
const FEWEST_ROWS = 2
/** More rules in a column are a drawing. */
const MOST_RULES = 600
const MOST_TABLES = 100

/** Lines of rules that lie on one height and touch each other, as one. */
function wholeRules(rules: readonly Rule[]): Rule[] {
  const joined: Rule[] = []
  for (const rule of rules.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const before = joined.findLast(
      (other) => Math.abs(other.y0 - rule.y0) < 1.5 && rule.x0 <= other.x1 + TOUCH,
    )
    if (before && rule.x1 >= before.x0 - TOUCH) {
      before.x1 = Math.max(before.x1, rule.x1)
      before.x0 = Math.min(before.x0, rule.x0)
    } else joined.push({ ...rule })
  }
  return joined
}

/** Whether cells' walls stand between two heights. */
const isFramed = (rules: readonly Rule[], { x0, x1 }: Area, y: number): boolean =>
  rules.some(
    (rule) => !rule.across && rule.x0 > x0 - SAME && rule.x1 < x1 + SAME && rule.y0 < y && rule.y1 > y,
  )

/** Lines of running text between two heights: no table has two that are full. */
const isProse = (rows: readonly Row[], { x0, x1 }: Area, from: number, to: number): boolean =>
  rows.filter(
    ({ line, parts }) =>
      line.y > from && line.y < to && parts.length === 1 && line.x1 - line.x0 > 0.85 * (x1 - x0),
  ).length >= 2

interface RuledArea extends Area {
  framed?: boolean
}

const isNear = (rule: Rule, column: Area): boolean =>
  rule.x0 >= column.x0 - 12 &&
  rule.x1 <= column.x1 + 12 &&
  rule.y0 >= column.y0 - 20 &&
  rule.y0 <= column.y1 + 20

/** The area that a rule ends or goes on with; framed cells and cells that stand free are not one table. */
function goesOn(area: RuledArea, rule: Rule, framed: boolean, rows: readonly Row[]): boolean {
  if ((area.framed ?? framed) !== framed) return false
  return framed || !isProse(rows, area, area.y1, rule.y0)
}

/** Adds a rule to the area that it ends or goes on with, or begins one. */
function addRule(areas: RuledArea[], rule: Rule, walls: readonly Rule[], rows: readonly Row[]): void {
  const open = areas.findLast(
    (area) => Math.abs(area.x0 - rule.x0) < SAME && Math.abs(area.x1 - rule.x1) < SAME,
  )
  const framed = open ? isFramed(walls, open, (open.y1 + rule.y0) / 2) : false
  const { x0, x1, y0, y1 } = rule
  if (open && goesOn(open, rule, framed, rows)) Object.assign(open, { y1, framed })
  else if (open && framed) areas.push({ x0, x1, y0: open.y1, y1, framed })
  else areas.push({ x0, x1, y0, y1 })
}

/** Areas between rules of the same width one below the other, framed or not, where rows stand between. */
function ruledAreas(rules: readonly Rule[], rows: readonly Row[], column: Area): Area[] {
  const inside = rules.filter((rule) => isNear(rule, column))
  if (inside.length > MOST_RULES * 10) return []
  const areas: RuledArea[] = []
  const lying = wholeRules(inside.filter(({ across }) => across)).filter(({ x0, x1 }) => x1 - x0 >= SHORTEST)
  for (const rule of lying.slice(0, MOST_RULES)) addRule(areas, rule, inside, rows)
  return areas.filter((area) => area.y1 - area.y0 > LOWEST)
}

const isInside = ({ line }: Row, area: Area): boolean => {
  const middle = (topOf(line) + bottomOf(line)) / 2
  return middle > area.y0 - 1 && middle < area.y1 + 1 && line.x0 > area.x0 - 8 && line.x1 < area.x1 + 8
}

function tableAt(area: Area, rows: readonly Row[], rules: readonly Rule[]): Table | null {
  const taken = rows.filter((row) => isInside(row, area))
  if (taken.length < FEWEST_ROWS) return null
  const framed = framedRows(area, rules, taken)
  if (framed) return { area, rows: framed, taken }
  if (areFormulas(taken.map(({ line }) => line))) return null
  const many = taken.filter(({ parts }) => parts.length > 1)
  if (many.length < Math.max(FEWEST_ROWS, taken.length * 0.5)) return null
  const inner = rules.filter(({ across, y0 }) => across && y0 > area.y0 && y0 < area.y1)
  return { area, rows: alignedRows(taken, inner.slice(0, MOST_RULES)), taken }
}

/** Whether enough cells hold something: what a drawing's lines frame is no table. */
function isFilled(rows: readonly string[][]): boolean {
  const cells = rows.flat()
  return rows.length >= FEWEST_ROWS && cells.filter(Boolean).length >= 0.4 * cells.length
}

/** Tables between rules: framed cells, or rules above, below and between. */
export function ruledTables(rows: readonly Row[], rules: readonly Rule[], column: Area): Table[] {
  const tables: Table[] = []
  const taken = new Set<Row>()
  const areas = ruledAreas(rules, rows, column).toSorted((a, b) => b.y1 - b.y0 - (a.y1 - a.y0))
  for (const area of areas.slice(0, MOST_TABLES)) {
    const free = rows.filter((row) => !taken.has(row))
    const table = tableAt(area, free, rules)
    if (!table || !isFilled(table.rows)) continue
    tables.push(table)
    for (const row of table.taken) taken.add(row)
  }
  return tables
}

/** Whether two rows' cells begin, end or stand in the middle at the same places. */
function areAligned(a: Row, b: Row): boolean {
  const shared = a.parts
    .slice(0, 50)
    .filter((part) =>
      b.parts
        .slice(0, 50)
        .some(
          (other) =>
            Math.abs(part.x0 - other.x0) < 3 ||
            Math.abs(part.x1 - other.x1) < 3 ||
            Math.abs(part.x0 + part.x1 - other.x0 - other.x1) < 6,
        ),
    )
  return shared.length >= Math.min(a.parts.length, b.parts.length) - (a.parts.length > 3 ? 1 : 0)
}

/** The white between a row's cells. */
const gapsOf = ({ parts }: Row): Span[] =>
  parts.slice(1, 50).map(({ x0 }, at) => ({ x0: parts[at]?.x1 ?? x0, x1: x0 }))

/**
 * Whether the white between one row's cells goes on in the other. Justified lines begin and end alike too, wherever a
 * term within them has left a gap.
 */
function shareGaps(a: Row, b: Row): boolean {
  const [few = [], many = []] = [gapsOf(a), gapsOf(b)].toSorted((one, other) => one.length - other.length)
  const shared = few.filter(({ x0, x1 }) => many.some((other) => other.x0 < x1 - 1 && other.x1 > x0 + 1))
  return shared.length >= few.length - (few.length > 2 ? 1 : 0)
}

/** A number or a sign before a text that hangs: a list, or one of references. */
const label = /^(?:\[\d{1,4}\]|[(（]\d{1,3}[)）]|[•·▪◦–-]|\d{1,3}[.)、])$/

const isList = (run: readonly Row[]): boolean =>
  run.filter(({ parts: [first] }) => label.test(first?.text.trim() ?? '')).length >= run.length / 2

/** Names with their institutes and addresses, side by side over the text. */
const areAddresses = (run: readonly Row[]): boolean => {
  const parts = run.flatMap((row) => row.parts)
  const found = parts.filter(({ text }) => /\S@\S|@$/.test(text) || institute.test(text))
  return found.length * 4 > parts.length
}

/** Tables without rules: at least three rows of three or more cells, or five of two, aligned with each other. */
export function unruledTables(rows: readonly Row[]): Table[] {
  const runs: Row[][] = [[]]
  for (const row of rows) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const near = before && row.line.y - before.line.y <= row.line.size * 3
    if (row.parts.length < 2) runs.push([])
    else if (before && !(near && areAligned(before, row) && shareGaps(before, row))) runs.push([row])
    else run?.push(row)
  }
  return runs.flatMap((run) => {
    const cells = mostOf(run, ({ parts }) => parts.length)
    if (!((cells > 2 && run.length >= 3) || (cells === 2 && run.length >= 5))) return []
    if (areFormulas(run.map(({ line }) => line)) || (cells === 2 && isList(run))) return []
    if (areAddresses(run)) return []
    const whole = [...headAbove(rows, run), ...run]
    return [{ area: areaAround(whole.map(({ line }) => line)), rows: alignedRows(whole, []), taken: whole }]
  })
}
