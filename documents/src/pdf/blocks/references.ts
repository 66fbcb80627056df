import { anyOf } from '../../words/word-lists.ts'
import type { TextRow } from '../page/reading-order.ts'
import type { Heading } from './headings.ts'

/** Matches the heading of a list of references, with a number or without: 参考文献, 6. References. */
const REFERENCES_TITLE = new RegExp(
  `^(?:\\d{1,2}[.、]?\\s*|[IVX]{1,5}\\.\\s*|[一二三四五六七八九十]、\\s*)?${anyOf('sections/reference-titles')}\\s*:?$`,
  'i',
)
/** Match the numbers of entries: [1], (1), and 1. or 1、 or 1). A list uses one of them. */
const ENTRY_NUMBERS = [/^\[\s*(\d{1,4})\s*\]/, /^\((\d{1,4})\)/, /^(\d{1,4})[.、)](?=\s|\p{L})/u]
/** Matches labels such as [KLM19] and [Mül+20a]. */
const ENTRY_LABEL = /^\[[\p{L}+]{1,12}\d{2,4}[a-z]?\]/u

/** Returns whether a text is the heading of a list of references. */
export const isReferenceTitle = (text: string): boolean => REFERENCES_TITLE.test(text.trim())

/**
 * Returns the rows of the list of references: those below the last heading of references, or below each of them when
 * there are more than `MAX_REPEATED_TITLES`; without such a heading, the list at the end of the document, if any.
 */
export function findReferenceRows(rows: readonly TextRow[], headings: readonly Heading[]): TextRow[] {
  const titledRows = rowsUnderTitles(rows, headings)
  if (titledRows.length > 0) return titledRows
  return trailingNumberedRows(rows, firstRows(headings)) ?? trailingHangingRows(rows) ?? []
}

const firstRows = (headings: readonly Heading[]): Set<TextRow> =>
  new Set(headings.flatMap(({ rows: [first] }) => first ?? []))

/** Number of headings of references above which a document, such as a book, has a list for each chapter. */
const MAX_REPEATED_TITLES = 3

function rowsUnderTitles(rows: readonly TextRow[], headings: readonly Heading[]): TextRow[] {
  const titles = headings.filter(({ rows: [first] }) => first && isReferenceTitle(first.line.text))
  const headingStarts = firstRows(headings)
  const indexOfRow = new Map(rows.map((row, at) => [row, at]))
  const usedTitles = titles.length > MAX_REPEATED_TITLES ? titles : titles.slice(-1)
  return usedTitles.flatMap(({ rows: titleRows }) => {
    const last = titleRows.at(-1)
    const from = last ? (indexOfRow.get(last) ?? rows.length) + 1 : rows.length
    const to = rows.findIndex((row, at) => at >= from && headingStarts.has(row))
    return rows.slice(from, to < 0 ? rows.length : to)
  })
}

/** Indent from which a row is indented, in points. */
const MIN_INDENT = 4

/** Minimum entries of a list without a heading, and the minimum share of them with a year or a source. */
const MIN_ENTRIES = 5
const MIN_SOURCED_SHARE = 0.8
/** Matches a year from 1800 on, an identifier, an address, or a Chinese document type such as [EB/OL] with a digit. */
const YEAR_OR_SOURCE = /(?<!\d)(?:1[89]|20)\d\d(?!\d)|arxiv|doi|https?:|\[[a-z-]+\/\d/i

function isReferenceList(entries: readonly TextRow[][]): boolean {
  const sourced = entries.filter((rows) => YEAR_OR_SOURCE.test(rows.map(({ line }) => line.text).join('')))
  return entries.length >= MIN_ENTRIES && sourced.length >= entries.length * MIN_SOURCED_SHARE
}

/**
 * Returns entries [1], [2] … at the left edge, from the last [1] to the next heading; null when they are no list of
 * references.
 */
function trailingNumberedRows(
  rows: readonly TextRow[],
  headingStarts: ReadonlySet<TextRow>,
): TextRow[] | null {
  const from = rows.findLastIndex(({ line }) => /^\[\s*1\s*\]/.test(line.text))
  if (from < 0) return null
  const to = rows.findIndex((row, at) => at > from && headingStarts.has(row))
  const list = rows.slice(from, to < 0 ? rows.length : to)
  const [pattern] = ENTRY_NUMBERS
  const starts = pattern ? numberedStarts(list, pattern) : new Set<TextRow>()
  return isReferenceList(groupEntries(list, starts)) ? list : null
}

/** Matches an author: a family name with an initial or a given name. */
const LEADING_AUTHOR = /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?,\s+(?:\p{Lu}\.|\p{Lu}\p{Ll}+)/u

/** Matches a body or a title in the place of the author, up to the date in brackets: `Sample Group. (n.d.)`. */
const LEADING_BODY = /^\p{Lu}[^()]{2,100}\.\s\((?:(?:1[5-9]|20)\d\d[a-z]?|n\.\s?d\.)[,)]/u

/**
 * Returns entries at the end that begin with an author, or with a body and a date, at the left edge and continue with
 * an indent; null when they are no list of references.
 */
function trailingHangingRows(rows: readonly TextRow[]): TextRow[] | null {
  const hangs = ({ line, column }: TextRow) => line.x0 > column.left + MIN_INDENT
  const begins = (row: TextRow) =>
    !hangs(row) && (LEADING_AUTHOR.test(row.line.text) || LEADING_BODY.test(row.line.text))
  const before = rows.findLastIndex((row) => !hangs(row) && !begins(row))
  const list = rows.slice(before + 1)
  const first = list.findIndex(begins)
  const entries = first < 0 ? [] : groupEntries(list.slice(first), new Set(list.filter(begins)))
  const hanging = entries.filter(({ length }) => length > 1)
  return isReferenceList(entries) && hanging.length * 2 >= entries.length ? list.slice(first) : null
}

// The functions `startsBy…` return the first rows of entries, or null when the list does not show them in this way.

/** Returns the first rows of entries by their numbers, in the way of numbering that most rows have. */
function startsByNumber(rows: readonly TextRow[]): Set<TextRow> | null {
  const starts = ENTRY_NUMBERS.map((pattern) => numberedStarts(rows, pattern)).reduce((largest, other) =>
    other.size > largest.size ? other : largest,
  )
  return starts.size >= 2 || (starts.size === 1 && rows[0] && starts.has(rows[0])) ? starts : null
}

/** A first number from here on is a year. */
const MAX_FIRST_NUMBER = 1_000
/** How many numbers may be missing between two entries. */
const MAX_SKIPPED = 2

/** Returns the rows that begin with consecutive numbers, with gaps of at most `MAX_SKIPPED`. */
function numberedStarts(rows: readonly TextRow[], pattern: RegExp): Set<TextRow> {
  const starts = new Set<TextRow>()
  let expected: number | null = null
  for (const row of rows) {
    const digits = pattern.exec(row.line.text)?.[1]
    if (digits === undefined) continue
    const number = Number(digits)
    const isNext =
      expected === null ? number < MAX_FIRST_NUMBER : number >= expected && number <= expected + MAX_SKIPPED
    if (isNext) {
      starts.add(row)
      expected = number + 1
    }
  }
  return starts
}

/** Returns the first rows of entries by labels such as [KLM19]. */
function startsByLabel(rows: readonly TextRow[]): Set<TextRow> | null {
  const starts = rows.filter(({ line }) => ENTRY_LABEL.test(line.text))
  return starts.length >= 2 ? new Set(starts) : null
}

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

/** Returns the first rows of entries by hanging indents: rows at the left edge when others are indented. */
function startsByIndent(rows: readonly TextRow[]): Set<TextRow> | null {
  const leftEdges = new Map(
    [...Map.groupBy(rows, ({ column }) => column)].map(([column, columnRows]) => [
      column,
      leftEdgeOf(columnRows),
    ]),
  )
  const starts = rows.filter(({ column, line }) => line.x0 < (leftEdges.get(column) ?? 0) + MIN_INDENT)
  return starts.length > 0 && starts.length < rows.length * MAX_STARTS_SHARE ? new Set(starts) : null
}

/**
 * Position of the usual step among all steps in ascending order: most steps are within entries, and the smallest ones
 * are outliers.
 */
const USUAL_STEP_QUANTILE = 0.3
/** Step from which there is space between two rows, as a multiple of the usual one. */
const MIN_GAP = 1.25
/** Distance from the right edge above which a line ends early, in ems. */
const EARLY_END_EM = 3

/** Returns the first rows of entries by the space between them, or after a line that ends early. */
function startsByGap(rows: readonly TextRow[]): Set<TextRow> {
  const steps = rows.flatMap(({ above }) => above ?? []).toSorted((a, b) => a - b)
  const usual = steps[Math.floor(steps.length * USUAL_STEP_QUANTILE)] ?? 0
  return new Set(
    rows.filter((row, at) => {
      const before = rows[at - 1]
      if (!before || (row.above !== null && row.above > usual * MIN_GAP)) return true
      const endsEarly = before.line.x1 < before.column.right - EARLY_END_EM * before.line.size
      return endsEarly && /[.。\d]$/.test(before.line.text)
    }),
  )
}

/**
 * Splits the rows of a list of references into one list per reference: by numbers, else by labels, by hanging indents
 * or by space. Keeps the order; every row is in one list.
 */
export function splitReferences(rows: readonly TextRow[]): TextRow[][] {
  const starts = startsByNumber(rows) ?? startsByLabel(rows) ?? startsByIndent(rows) ?? startsByGap(rows)
  return groupEntries(rows, starts)
}

/** Splits rows before each of `starts`; rows before the first of them are an entry as well. */
function groupEntries(rows: readonly TextRow[], starts: ReadonlySet<TextRow>): TextRow[][] {
  const entries: TextRow[][] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (!last || starts.has(row)) entries.push([row])
    else last.push(row)
  }
  return entries
}
