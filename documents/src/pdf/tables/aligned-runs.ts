// Finds runs of rows whose cells are aligned, as in tables without rules.
import { areFormulas } from '../blocks/formulas.ts'
import { maxOf } from '../page/extremes.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { INSTITUTE_WORD } from '../record/authors.ts'
import type { HorizontalSpan } from './column-ranges.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text.

/** Largest step between the rows of such a table. */
const MAX_STEP_EM = 3

/** Splits rows into runs of consecutive rows whose cells are aligned; rows of a single cell are in no run. */
export function alignedRuns(rows: readonly ColumnRow[]): ColumnRow[][] {
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
export function isTableRun(run: readonly ColumnRow[]): boolean {
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
