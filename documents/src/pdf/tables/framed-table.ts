import type { Area, DrawnRule } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import type { Word } from '../page/words.ts'
import { cellText } from './cell-text.ts'

/** Height of the middle of letters above their baseline, in ems. */
const MIDDLE_EM = 0.3

/**
 * Returns the cells of a table framed by rules, with the text of a merged cell at its first position; null when there
 * is no such frame.
 */
export function readFramedCells(
  area: Area,
  rules: readonly DrawnRule[],
  rows: readonly ColumnRow[],
): string[][] | null {
  const grid = buildGrid(area, rules)
  if (!grid) return null
  const { xs, ys } = grid
  const cells: Word[][][] = ys.slice(1).map(() => xs.slice(1).map(() => []))
  for (const word of rows.flatMap(({ line }) => line.words)) {
    const row = lastIndexAtMost(ys, word.y - word.style.size * MIDDLE_EM)
    const column = lastIndexAtMost(xs, (word.x0 + word.x1) / 2)
    cells[Math.min(row, ys.length - 2)]?.[Math.min(column, xs.length - 2)]?.push(word)
  }
  mergeCells(cells, grid)
  return cells.map((row) => row.map(cellText))
}

/** Distance by which a rule may lie outside the area of a table, in points. */
const AREA_TOLERANCE = 4
/** Bounds the cells and the rules of a table; more are a drawing. */
const MAX_CELLS = 2_000
const MAX_RULES = 5_000

/** The rules of a framed table. */
interface RuleGrid {
  /** Positions of vertical rules from left to right, and of horizontal ones from top to bottom. */
  xs: readonly number[]
  ys: readonly number[]
  vertical: readonly DrawnRule[]
  horizontal: readonly DrawnRule[]
}

/** Returns the grid of the rules in an area, or null when they do not divide it into cells. */
function buildGrid(area: Area, rules: readonly DrawnRule[]): RuleGrid | null {
  const within = rules.filter(
    (rule) =>
      rule.x0 > area.x0 - AREA_TOLERANCE &&
      rule.x1 < area.x1 + AREA_TOLERANCE &&
      rule.y0 > area.y0 - AREA_TOLERANCE &&
      rule.y1 < area.y1 + AREA_TOLERANCE,
  )
  const vertical = within.filter(({ isHorizontal }) => !isHorizontal)
  const horizontal = within.filter(({ isHorizontal }) => isHorizontal)
  const xs = distinctPositions([area.x0, area.x1, ...vertical.slice(0, MAX_RULES).map(({ x0 }) => x0)])
  const ys = distinctPositions(horizontal.slice(0, MAX_RULES).map(({ y0 }) => y0))
  const hasInnerRule = vertical.some(
    ({ x0 }) => x0 > area.x0 + AREA_TOLERANCE && x0 < area.x1 - AREA_TOLERANCE,
  )
  // Three positions bound two columns or two rows.
  const fits = xs.length >= 3 && ys.length >= 3 && xs.length * ys.length <= MAX_CELLS
  return hasInnerRule && fits && within.length <= MAX_RULES ? { xs, ys, vertical, horizontal } : null
}

/** Distance within which two positions of rules are one, in points. */
const TOUCH_TOLERANCE = 3.5

/** Returns the positions in ascending order, without those that are close to the one before. */
function distinctPositions(positions: readonly number[]): number[] {
  const distinct: number[] = []
  for (const position of positions.toSorted((a, b) => a - b))
    if (position - (distinct.at(-1) ?? Number.NEGATIVE_INFINITY) > TOUCH_TOLERANCE) distinct.push(position)
  return distinct
}

/** Returns the index of the last number that is at most `value`, 0 when there is none. */
const lastIndexAtMost = (sorted: readonly number[], value: number): number =>
  Math.max(
    0,
    sorted.findLastIndex((position) => position <= value),
  )

/** Moves the words of a cell without a rule on its left or top to the first of the merged cells. */
function mergeCells(cells: readonly Word[][][], grid: RuleGrid): void {
  // From the last cell to the first, so that words pass through several merged cells.
  for (const [row, line] of [...cells.entries()].toReversed())
    for (const [column, words] of [...line.entries()].toReversed())
      if (words.length > 0) mergeTarget(cells, grid, row, column)?.push(...words.splice(0))
}

/** Returns the preceding cell in the same row or column into which a cell is merged, or undefined. */
function mergeTarget(
  cells: readonly Word[][][],
  grid: RuleGrid,
  row: number,
  column: number,
): Word[] | undefined {
  if (column > 0 && !hasLeftRule(grid, row, column)) return cells[row]?.[column - 1]
  return row > 0 && !hasTopRule(grid, row, column) ? cells[row - 1]?.[column] : undefined
}

/** Returns whether a rule bounds a cell on its left. */
const hasLeftRule = ({ xs, ys, vertical }: RuleGrid, row: number, column: number): boolean =>
  vertical.some(
    (rule) =>
      Math.abs(rule.x0 - (xs[column] ?? 0)) < TOUCH_TOLERANCE &&
      rule.y0 < cellCenter(ys, row) &&
      rule.y1 > cellCenter(ys, row),
  )

/** Returns the middle of a cell between the rules at `index` and after it. */
const cellCenter = (positions: readonly number[], index: number): number =>
  ((positions[index] ?? 0) + (positions[index + 1] ?? 0)) / 2

/** Returns whether a rule bounds a cell at its top. */
const hasTopRule = ({ xs, ys, horizontal }: RuleGrid, row: number, column: number): boolean =>
  horizontal.some(
    (rule) =>
      Math.abs(rule.y0 - (ys[row] ?? 0)) < TOUCH_TOLERANCE &&
      rule.x0 < cellCenter(xs, column) &&
      rule.x1 > cellCenter(xs, column),
  )
