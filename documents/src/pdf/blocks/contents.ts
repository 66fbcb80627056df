import { anyOf } from '../../words/word-lists.ts'
import type { ColumnRow } from '../page/reading-order.ts'

/** Matches the dots in a row of a table of contents: `Methods ........ 12`, `方法……5`. */
const LEADER_DOTS = /(?:[.·⋯]\s?){5}|(?:…\s?){2}/
/** Minimum entries of a table of contents. */
const MIN_ENTRIES = 4
/** Rows after the last row with dots that still belong to the table, as the page number of the last entry does. */
const MAX_ROWS_AFTER_DOTS = 3

/**
 * Returns the rows of a table of contents in a column: all from the first entry to the last, including continuation
 * lines; [] in a column without one.
 */
export function findContentsRows(rows: readonly ColumnRow[]): ColumnRow[] {
  const dotted = rows.filter(({ line }) => LEADER_DOTS.test(line.text))
  if (dotted.length >= MIN_ENTRIES) return rowsBetween(rows, dotted[0], dotted.at(-1), MAX_ROWS_AFTER_DOTS)
  const entries = findUndottedEntries(rows)
  return rowsBetween(rows, entries[0], entries.at(-1), 0)
}

/** Returns the rows from `first` to `last` and `more` rows after it; none when these are undefined. */
function rowsBetween(
  rows: readonly ColumnRow[],
  first: ColumnRow | undefined,
  last: ColumnRow | undefined,
  more: number,
): ColumnRow[] {
  return first && last
    ? rows.slice(rows.indexOf(first), Math.min(rows.length, rows.indexOf(last) + 1 + more))
    : []
}

/** Matches the title of a table of contents or of a list of figures, tables or algorithms. */
const CONTENTS_TITLE = new RegExp(`^${anyOf('sections/contents-titles')}$`, 'i')
/** Matches the number of a chapter, a section or a figure; consecutive rows of a table seldom begin like this. */
const NUMBERED_ENTRY =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节篇部回]|(?:chapter|part|appendix|section|附录|figure|fig\.|table|图|表)\s*[\dA-Z]|\d{1,2}(?:[.．]\d{1,2}){0,3}[\s.、]|[IVX]{1,5}\.?\s|[一二三四五六七八九十]{1,3}、|（[一二三四五六七八九十]{1,3}）|[A-Z](?:\.\d{1,2}){0,3}\s)/i
/** Minimum share of numbered entries in a list without a title. */
const MIN_NUMBERED_SHARE = 0.6

/**
 * Returns entries without dots: below a title of a table of contents, or numbered like chapters and sections; [] where
 * fewer than `MIN_ENTRIES` follow each other.
 */
function findUndottedEntries(rows: readonly ColumnRow[]): ColumnRow[] {
  const titled = rows.findIndex(({ line }) => CONTENTS_TITLE.test(line.text.trim()))
  if (titled >= 0) {
    const entries = collectEntries(rows, titled + 1)
    if (entries.length >= MIN_ENTRIES) return entries
  }
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]
    if (!row || trailingPageNumber(row) === null) continue
    const entries = collectEntries(rows, at)
    const isNumbered =
      entries.filter(({ line }) => NUMBERED_ENTRY.test(line.text)).length >=
      MIN_NUMBERED_SHARE * entries.length
    if (entries.length >= MIN_ENTRIES && isNumbered) return entries
    // Continues the search after these entries, which keeps it linear.
    at = rows.indexOf(entries.at(-1) ?? row)
  }
  return []
}

/** Stands for any page number in Roman numerals: these number the front matter, before page 1. */
const ROMAN_PAGE = 0
/** Bounds the continuation rows of a long entry, which have no page number. */
const MAX_CONTINUATION_ROWS = 2

/**
 * Collects entries from a row on, as long as their page numbers do not decrease and no more than
 * `MAX_CONTINUATION_ROWS` rows without one are between them.
 */
function collectEntries(rows: readonly ColumnRow[], from: number): ColumnRow[] {
  const entries: ColumnRow[] = []
  let lastPage = 0
  /** Rows without a page number since the last entry. */
  let gap = 0
  for (const row of rows.slice(from)) {
    const page = trailingPageNumber(row)
    if (page === null) {
      gap += 1
      if (gap > MAX_CONTINUATION_ROWS) break
    } else if (page < lastPage && page !== ROMAN_PAGE) break
    else {
      entries.push(row)
      lastPage = Math.max(lastPage, page)
      gap = 0
    }
  }
  return entries
}

/** Matches a page number, Arabic or Roman. */
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i

/** Returns the page number at the end of a row without dots, or null for any other row. */
function trailingPageNumber({ parts }: ColumnRow): number | null {
  const last = parts.at(-1)?.text.trim() ?? ''
  const name = parts.slice(0, -1).map(({ text }) => text)
  if (parts.length < 2 || !PAGE_NUMBER.test(last) || !/\p{L}/u.test(name.join(''))) return null
  // A row of numbers belongs to a table, whatever its last cell is.
  if (name.slice(1).some((text) => /^[\d.%±\s-]+$/.test(text))) return null
  return /^\d/.test(last) ? Number(last) : ROMAN_PAGE
}
