import { cellText } from './cell-text.ts'
import type { Row } from './flow.ts'
import type { Area, Rule } from './page-content.ts'
import type { Word } from './words.ts'

/** In points: how near a rule's end must come to a place. */
const TOUCH = 3.5
const SAME = 4
const MOST_CELLS = 2_000
const MOST_RULES = 5_000

interface Grid {
  xs: readonly number[]
  ys: readonly number[]
  upright: readonly Rule[]
  lying: readonly Rule[]
}

/** Where rules of one direction stand, each place once. */
function places(values: readonly number[]): number[] {
  const found: number[] = []
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > TOUCH) found.push(value)
  return found
}

function gridOf(area: Area, rules: readonly Rule[]): Grid | null {
  const within = rules.filter(
    (rule) =>
      rule.x0 > area.x0 - SAME &&
      rule.x1 < area.x1 + SAME &&
      rule.y0 > area.y0 - SAME &&
      rule.y1 < area.y1 + SAME,
  )
  const upright = within.filter(({ across }) => !across)
  const lying = within.filter(({ across }) => across)
  const xs = places([area.x0, area.x1, ...upright.slice(0, MOST_RULES).map(({ x0 }) => x0)])
  const ys = places(lying.slice(0, MOST_RULES).map(({ y0 }) => y0))
  const inner = upright.some(({ x0 }) => x0 > area.x0 + SAME && x0 < area.x1 - SAME)
  const fits = xs.length >= 3 && ys.length >= 3 && xs.length * ys.length <= MOST_CELLS
  return inner && fits && within.length <= MOST_RULES ? { xs, ys, upright, lying } : null
}

const lastAtMost = (all: readonly number[], value: number): number =>
  Math.max(
    0,
    all.findLastIndex((place) => place <= value),
  )

/** The cells of a table with rules around them: a merged cell's text at its first place. Null where there is no such frame. */
export function framedRows(area: Area, rules: readonly Rule[], rows: readonly Row[]): string[][] | null {
  const grid = gridOf(area, rules)
  if (!grid) return null
  const { xs, ys } = grid
  const cells: Word[][][] = ys.slice(1).map(() => xs.slice(1).map(() => []))
  for (const word of rows.flatMap(({ line }) => line.words)) {
    const row = lastAtMost(ys, word.y - word.style.size * 0.3)
    const column = lastAtMost(xs, (word.x0 + word.x1) / 2)
    cells[Math.min(row, ys.length - 2)]?.[Math.min(column, xs.length - 2)]?.push(word)
  }
  mergeCells(cells, grid)
  return cells.map((row) => row.map(cellText))
}

const between = (places: readonly number[], at: number): number =>
  ((places[at] ?? 0) + (places[at + 1] ?? 0)) / 2

/** Whether a rule stands on the left of a cell. */
const isWalled = ({ xs, ys, upright }: Grid, row: number, column: number): boolean =>
  upright.some(
    (rule) =>
      Math.abs(rule.x0 - (xs[column] ?? 0)) < TOUCH &&
      rule.y0 < between(ys, row) &&
      rule.y1 > between(ys, row),
  )

/** Whether a rule lies above a cell. */
const isRoofed = ({ xs, ys, lying }: Grid, row: number, column: number): boolean =>
  lying.some(
    (rule) =>
      Math.abs(rule.y0 - (ys[row] ?? 0)) < TOUCH &&
      rule.x0 < between(xs, column) &&
      rule.x1 > between(xs, column),
  )

/** The cell before in the same row or column with which a cell is one, or none. */
function mergedWith(cells: readonly Word[][][], grid: Grid, row: number, column: number): Word[] | undefined {
  if (column > 0 && !isWalled(grid, row, column)) return cells[row]?.[column - 1]
  return row > 0 && !isRoofed(grid, row, column) ? cells[row - 1]?.[column] : undefined
}

/** Moves what stands in a cell without a rule on its left, or above it, to the first of the cells that are merged. */
function mergeCells(cells: readonly Word[][][], grid: Grid): void {
  for (const [row, line] of [...cells.entries()].toReversed())
    for (const [column, words] of [...line.entries()].toReversed())
      if (words.length > 0) mergedWith(cells, grid, row, column)?.push(...words.splice(0))
}
