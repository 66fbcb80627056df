import { anyOf } from '../../words/word-lists.ts'
import type { TextRow } from '../page/reading-order.ts'
import type { Heading } from './heading-levels.ts'
import { ENTRY_NUMBERS, groupEntries, MIN_INDENT, numberedStarts } from './reference-entries.ts'

/** Matches the heading of a list of references, with a number or without: 参考文献, 6. References. */
const REFERENCES_TITLE = new RegExp(
  `^(?:\\d{1,2}[.、]?\\s*|[IVX]{1,5}\\.\\s*|[一二三四五六七八九十]、\\s*)?${anyOf('sections/reference-titles')}\\s*:?$`,
  'i',
)

/** Returns whether a text is the heading of a list of references. */
export const isReferenceTitle = (text: string): boolean => REFERENCES_TITLE.test(text.trim())

/**
 * Returns the rows of each list of references: below the last heading of references, or below each of them when there
 * are more than `MAX_REPEATED_TITLES`; without such a heading, the list at the end of the document, if any.
 */
export function findReferenceLists(rows: readonly TextRow[], headings: readonly Heading[]): TextRow[][] {
  const titled = listsUnderTitles(rows, headings)
  if (titled.length > 0) return titled
  const trailing = trailingNumberedRows(rows, firstRows(headings)) ?? trailingHangingRows(rows)
  return trailing ? [trailing] : []
}

/** Number of headings of references above which a document, such as a book, has a list for each chapter. */
const MAX_REPEATED_TITLES = 3

/** Returns the rows between each used heading of references and the next heading of any kind, a list for each. */
function listsUnderTitles(rows: readonly TextRow[], headings: readonly Heading[]): TextRow[][] {
  const titles = headings.filter(({ rows: [first] }) => first && isReferenceTitle(first.line.text))
  const headingStarts = firstRows(headings)
  const indexOfRow = new Map(rows.map((row, at) => [row, at]))
  const usedTitles = titles.length > MAX_REPEATED_TITLES ? titles : titles.slice(-1)
  return usedTitles.flatMap(({ rows: titleRows }) => {
    const last = titleRows.at(-1)
    const from = last ? (indexOfRow.get(last) ?? rows.length) + 1 : rows.length
    const to = rows.findIndex((row, at) => at >= from && headingStarts.has(row))
    const list = rows.slice(from, to < 0 ? rows.length : to)
    return list.length > 0 ? [list] : []
  })
}

/** Returns the first row of each heading. */
const firstRows = (headings: readonly Heading[]): Set<TextRow> =>
  new Set(headings.flatMap(({ rows: [first] }) => first ?? []))

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
  return isReferenceList(groupEntries(list, numberedStarts(list, pattern))) ? list : null
}

/** Minimum entries of a list without a heading, and the minimum share of them with a year or a source. */
const MIN_ENTRIES = 5
const MIN_SOURCED_SHARE = 0.8
/** Matches a year from 1800 on, an identifier, an address, or a Chinese document type such as [EB/OL] with a digit. */
const YEAR_OR_SOURCE = /(?<!\d)(?:1[89]|20)\d\d(?!\d)|arxiv|doi|https?:|\[[a-z-]+\/\d/i

/** Returns whether entries that no heading announces are references: enough of them, most with a year or a source. */
function isReferenceList(entries: readonly TextRow[][]): boolean {
  const sourced = entries.filter((rows) => YEAR_OR_SOURCE.test(rows.map(({ line }) => line.text).join('')))
  return entries.length >= MIN_ENTRIES && sourced.length >= entries.length * MIN_SOURCED_SHARE
}

/** Matches an author: a family name with an initial or a given name. */
const LEADING_AUTHOR = /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?,\s+(?:\p{Lu}\.|\p{Lu}\p{Ll}+)/u
/** Matches a body or a title in the place of the author, up to the date in brackets: `Sample Group. (n.d.)`. */
const LEADING_BODY = /^\p{Lu}[^()]{2,100}\.\s\((?:(?:1[5-9]|20)\d\d[a-z]?|n\.\s?d\.)[,)]/u
/** Minimum share of entries with an indented row; shorter entries are on one row. */
const MIN_HANGING_SHARE = 0.5

/**
 * Returns entries at the end that begin with an author, or with a body and a date, at the left edge and continue with
 * an indent; null when they are no list of references.
 */
function trailingHangingRows(rows: readonly TextRow[]): TextRow[] | null {
  const hangs = ({ line, column }: TextRow) => line.x0 > column.left + MIN_INDENT
  const begins = (row: TextRow) =>
    !hangs(row) && (LEADING_AUTHOR.test(row.line.text) || LEADING_BODY.test(row.line.text))
  // The list begins after the last row that is neither the beginning of an entry nor its continuation.
  const lastOther = rows.findLastIndex((row) => !hangs(row) && !begins(row))
  const list = rows.slice(lastOther + 1)
  const first = list.findIndex(begins)
  const entries = first < 0 ? [] : groupEntries(list.slice(first), new Set(list.filter(begins)))
  const hangingCount = entries.filter(({ length }) => length > 1).length
  const isHanging = hangingCount >= entries.length * MIN_HANGING_SHARE
  return isReferenceList(entries) && isHanging ? list.slice(first) : null
}
