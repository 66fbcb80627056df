// Finds the areas between the rules of tables.
import type { Area, DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'

// Distances are in points.

/** Minimum length of the rules of a table, and its minimum height and number of rows. */
const MIN_RULE_LENGTH = 60
const MIN_TABLE_HEIGHT = 12
export const MIN_ROWS = 2
/** Largest number of horizontal rules of a column that are examined. */
export const MAX_RULES = 600
/** Largest number of all rules of a column; more are a drawing. */
const MAX_COLUMN_RULES = 6_000

/** An area between horizontal rules. */
interface RuledArea extends Area {
  /** Whether vertical rules frame its cells; absent while the area has only one rule. */
  isFramed?: boolean
}

/** Returns areas between horizontal rules of equal width, framed or not. */
export function findRuledAreas(
  rules: readonly DrawnRule[],
  rows: readonly ColumnRow[],
  column: Area,
): Area[] {
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
