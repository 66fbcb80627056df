import type { TextColumn, TextRow } from '../page/reading-order.ts'

/**
 * Match the numbers of entries: [1], (1), and 1. or 1、 or 1). A list uses one of them. Signs behind other numbers, such
 * as those of issues, go on with a reference.
 */
export const ENTRY_NUMBERS = [
  /^\[\s*(\d{1,4})\s*\](?!\s*[,:;.])/,
  /^\((\d{1,4})\)(?!\s*[,:;.])/,
  /^(\d{1,4})[.、)](?=\s|\p{L})/u,
] as const
/** Matches labels such as [KLM19] and [Mül+20a]. */
const ENTRY_LABEL = /^\[[\p{L}+]{1,12}\d{2,4}[a-z]?\]/u

/**
 * Splits the rows of a list of references into one list per reference: by numbers, else by labels, by indents or by the
 * space around entries. Keeps the order; every row is in one list.
 */
export function splitReferences(rows: readonly TextRow[]): TextRow[][] {
  const afterEnds = rowsAfterEnds(rows)
  const starts =
    startsByNumber(rows, afterEnds) ?? startsByLabel(rows) ?? startsByIndent(rows, afterEnds) ?? afterEnds
  return groupEntries(rows, starts)
}

/** Splits rows before each of `starts`; rows before the first of them are an entry as well. */
export function groupEntries(rows: readonly TextRow[], starts: ReadonlySet<TextRow>): TextRow[][] {
  const entries: TextRow[][] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (!last || starts.has(row)) entries.push([row])
    else last.push(row)
  }
  return entries
}

/**
 * Quantile of the steps that counts as the usual one; a step is the distance from a row to the one above.
 * Most steps are within entries, the smallest are outliers.
 */
const USUAL_STEP_QUANTILE = 0.3
/** Step above which there is space between two rows, as a multiple of the usual one. */
const MIN_GAP = 1.25
/** The same after a line that ends like an entry. */
const MIN_SMALL_GAP = 1.08
/** Share of the rows of a column that may go beyond its right edge. */
const MAX_OVERFULL_SHARE = 0.05
/** Room at the end of a line beyond the width of a word, in ems, in which it would have stood there. */
const MIN_SPARE_EM = 0.5
/** The least room at the end of a line that ends without a sign of it. */
const MIN_UNSIGNED_EM = 3
/** Matches what an entry ends with: a full stop, an address or pages. */
const ENTRY_END = /(?:[.。\])?!\d”"/]|(?:https?:\/\/|\b10\.\d{4,9}\/)\S+)$/iu
/** Characters at the end of a line that show whether an entry ends there. */
const END_CHARS = 200
// Match what stands at the end of a line, and at the beginning of one, only within an entry: `vol. 12,`, `and Lind`.
const GOES_ON = /[,:;、(&/\p{Pd}]$/u
const CONTINUES = /^(?:\p{Ll}|[^\p{L}\p{N}[("“'‘《«„<*]|(?:DOI|ISBN|ISSN)\b)/u

/** Returns the rows before which an entry seems to end: by the space between rows, or as a line has room for more. */
function rowsAfterEnds(rows: readonly TextRow[]): Set<TextRow> {
  const steps = rows.flatMap(({ above }) => above ?? []).toSorted((a, b) => a - b)
  // Without steps it is 0; the quotient below is then NaN and exceeds no bound.
  const usual = steps[Math.floor(steps.length * USUAL_STEP_QUANTILE)] ?? 0
  const rightEdges = new Map<TextColumn, number>()
  for (const { column } of rows) if (!rightEdges.has(column)) rightEdges.set(column, rightEdgeOf(column))
  return new Set(
    rows.filter((row, at) => {
      const before = rows[at - 1]
      if (!before) return true
      const step = (row.above ?? 0) / usual
      return step > MIN_GAP || endsEntry(before, row, step, rightEdges.get(before.column) ?? 0)
    }),
  )
}

/** Returns whether an entry ends between two rows; `step` is their distance as a multiple of the usual one. */
function endsEntry({ line }: TextRow, next: TextRow, step: number, rightEdge: number): boolean {
  const spare = (rightEdge - line.x1 - leadingWidth(next)) / line.size
  const end = line.text.slice(-END_CHARS)
  if (ENTRY_END.test(end)) return spare > MIN_SPARE_EM || step > MIN_SMALL_GAP
  return spare > MIN_UNSIGNED_EM && !GOES_ON.test(end) && !CONTINUES.test(next.line.text)
}

/** Returns where the lines of a column end, without a few that are too long. */
function rightEdgeOf({ rows }: TextColumn): number {
  const ends = rows.map(({ line }) => line.x1).toSorted((a, b) => b - a)
  return ends[Math.floor(ends.length * MAX_OVERFULL_SHARE)] ?? 0
}

/** Matches what a line has before the first place where it could have been divided. */
const LEADING_TEXT = /^(?:[^\s\p{Script=Han}]+|\p{Script=Han})[^\s\p{L}\p{N}]*/u
/** Width of the text of a line in letters; ideographs are twice as wide. */
const letterWidth = (text: string): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

/** Estimates the width of the beginning of a line that would have stood at the end of the line before, in points. */
function leadingWidth({ line }: TextRow): number {
  const leading = LEADING_TEXT.exec(line.text)?.[0] ?? line.text
  return ((line.x1 - line.x0) * letterWidth(leading)) / Math.max(1, letterWidth(line.text))
}

// The functions `startsBy…` return the first rows of entries, or null when the list does not show them in this way.

/** Rows of an entry on average above which numbers are not those of the list. */
const MAX_ENTRY_ROWS = 16
/** Share of numbered rows after ends of entries from which the numbers are those of entries. */
const MIN_NUMBERED_SHARE = 0.5

/** Returns the first rows of entries by their numbers, in the way of numbering that most rows have. */
function startsByNumber(rows: readonly TextRow[], afterEnds: ReadonlySet<TextRow>): Set<TextRow> | null {
  const [first] = rows
  const starts = ENTRY_NUMBERS.map((pattern) => numberedStarts(rows, pattern)).reduce((largest, other) =>
    other.size > largest.size ? other : largest,
  )
  if (!first || starts.size === 0 || rows.length > starts.size * MAX_ENTRY_ROWS) return null
  if (starts.has(first)) return starts
  const confirmed = [...starts].filter((row) => afterEnds.has(row)).length
  return starts.size >= 2 && confirmed >= starts.size * MIN_NUMBERED_SHARE ? starts : null
}

/** A first number from here on is taken for a year. */
const MIN_YEAR = 1_000
/** How many numbers may be missing between two entries; more only if the next two follow without a gap. */
const MAX_SKIPPED = 2

/** Returns the rows that begin with rising numbers, with few gaps; the first group of `pattern` is the number. */
export function numberedStarts(rows: readonly TextRow[], pattern: RegExp): Set<TextRow> {
  const numbered = rows.flatMap((row) => {
    const digits = pattern.exec(row.line.text)?.[1]
    return digits === undefined ? [] : [{ row, number: Number(digits) }]
  })
  const starts = new Set<TextRow>()
  let expected: number | null = null
  for (const [at, { row, number }] of numbered.entries()) {
    const isConfirmed = numbered[at + 1]?.number === number + 1 && numbered[at + 2]?.number === number + 2
    const isNext =
      expected === null
        ? number < MIN_YEAR
        : number >= expected && (number <= expected + MAX_SKIPPED || isConfirmed)
    if (!isNext) continue
    starts.add(row)
    expected = number + 1
  }
  return starts
}

/** Returns the first rows of entries by labels such as [KLM19]. */
function startsByLabel(rows: readonly TextRow[]): Set<TextRow> | null {
  const starts = rows.filter(({ line }) => ENTRY_LABEL.test(line.text))
  return starts.length >= 2 ? new Set(starts) : null
}

/** Indent from which a row is indented, in points. */
export const MIN_INDENT = 4
/** Share of rows at the left edge from which there are no hanging indents. */
const MAX_STARTS_SHARE = 0.9
/** Indent above which a row further left is stray rather than the first of a hanging entry, in points. */
const MAX_HANGING_INDENT = 60

/** Returns the left edge of the rows of one column, in points; a stray row left of the others does not count. */
function leftEdgeOf(rows: readonly TextRow[]): number {
  const edges = rows.map(({ line }) => line.x0).toSorted((a, b) => a - b)
  const shared = edges.find((edge, at) => (edges[at + 1] ?? Number.POSITIVE_INFINITY) < edge + MIN_INDENT)
  return edges.find((edge) => shared === undefined || edge >= shared - MAX_HANGING_INDENT) ?? 0
}

/**
 * Returns the left edge of each column of a list. Where all rows of a column begin alike, those of other columns tell
 * whether this is at the left edge.
 */
function leftEdges(rows: readonly TextRow[]): Map<TextColumn, number> {
  const columns = [...Map.groupBy(rows, ({ column }) => column)].map(([column, columnRows]) => {
    const edge = leftEdgeOf(columnRows)
    return { column, edge, isEven: columnRows.every(({ line }) => line.x0 < edge + MIN_INDENT) }
  })
  const uneven = columns.filter(({ isEven }) => !isEven).map(({ edge }) => edge)
  return new Map(
    columns.map(({ column, edge, isEven }) => {
      const near = uneven.filter((other) => other < edge + MIN_INDENT && other > edge - MAX_HANGING_INDENT)
      return [column, isEven && near.length > 0 ? Math.max(...near) : edge]
    }),
  )
}

/** Difference between the shares of two kinds of rows after ends, from which indented rows begin entries. */
const MIN_DIFFERENCE = 0.25

/**
 * Returns the first rows of entries by indents: those at the left edge when others are indented, or the indented ones
 * when entries rather end before these.
 */
function startsByIndent(rows: readonly TextRow[], afterEnds: ReadonlySet<TextRow>): Set<TextRow> | null {
  const edges = leftEdges(rows)
  const isLeft = ({ column, line }: TextRow) => line.x0 < (edges.get(column) ?? 0) + MIN_INDENT
  const left = rows.filter(isLeft)
  const indented = rows.filter((row) => !isLeft(row))
  if (left.length === 0 || left.length >= rows.length * MAX_STARTS_SHARE) return null
  const shareAfterEnds = (some: readonly TextRow[]) =>
    some.filter((row) => afterEnds.has(row)).length / Math.max(1, some.length)
  const isFirstIndented = shareAfterEnds(indented) - shareAfterEnds(left) > MIN_DIFFERENCE
  return new Set(isFirstIndented ? indented : left)
}
