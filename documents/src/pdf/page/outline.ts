import type { OutlineEntry } from '../../document.ts'
import { letterKey } from '../../structure/text-forms.ts'
import { addToList, minOf } from './extremes.ts'
import type { TextRow } from './reading-order.ts'

/** The headings that a file itself declares. */
export interface FileHeadings {
  /** By the first row of the heading; levels from 1. */
  levels: Map<TextRow, { level: number; rows: TextRow[] }>
  /** Whether so many were found in the text that everything else is no heading. */
  isComplete: boolean
}

/** Number of entries of an outline, and share of them found in the text, from which the outline is complete. */
const MIN_ENTRIES = 3
const MIN_FOUND_SHARE = 0.8

/**
 * Finds the rows of the entries of the outline, each entry once, on the page of the entry or next to it. The levels are
 * those of the outline, counted from the highest that was found.
 */
export function headingsFromOutline(
  outline: readonly OutlineEntry[],
  rows: readonly TextRow[],
): FileHeadings {
  const levels: FileHeadings['levels'] = new Map()
  const entries = outline.filter(({ title }) => letterKey(title).length > 1)
  const index = new RowIndex(rows)
  const used = new Set<TextRow>()
  for (const { title, page, level } of entries) {
    const pages = page === null ? [null] : [page, page + 1, page - 1]
    const found = pages
      .map((number) => index.find(letterKey(title), number, used))
      .find(([first]) => first !== undefined)
    const first = found?.[0]
    if (!found || !first) continue
    for (const row of found) used.add(row)
    levels.set(first, { level, rows: found })
  }
  const highest = minOf(levels.values(), ({ level }) => level)
  for (const heading of levels.values()) heading.level -= highest - 1
  return {
    levels,
    isComplete: entries.length >= MIN_ENTRIES && levels.size >= entries.length * MIN_FOUND_SHARE,
  }
}

/** Bounds the lines of a heading. */
const MAX_HEADING_LINES = 3
/** Bounds the rows with the same beginning that are compared with an entry. */
const MAX_SCANNED_ROWS = 500

/** An index of rows by the beginning of their letters, which finds the rows of an outline entry. */
class RowIndex {
  readonly #keys: string[]
  readonly #rows: readonly TextRow[]
  readonly #beginnings = new Map<string, number[]>()

  constructor(rows: readonly TextRow[]) {
    this.#rows = rows
    this.#keys = rows.map(({ line }) => letterKey(line.text))
    this.#keys.forEach((key, at) => {
      addToList(this.#beginnings, entryPrefix(key), at)
    })
  }

  /**
   * Returns one to three consecutive rows whose letters equal `key`, [] when there are none. A leading number is
   * ignored, because the outline or the page may lack it.
   *
   * @param page the page of the rows, or null for any page
   * @param used rows that are not returned, because another entry has them
   */
  find(key: string, page: number | null, used: ReadonlySet<TextRow>): TextRow[] {
    const candidates = (this.#beginnings.get(entryPrefix(key)) ?? []).filter((at) => {
      const row = this.#rows[at]
      return row && !used.has(row) && (page === null || row.line.page === page)
    })
    for (const at of candidates.slice(0, MAX_SCANNED_ROWS)) {
      const count = this.#rowCountAt(at, key)
      if (count > 0) return this.#rows.slice(at, at + count)
    }
    return []
  }

  /** Returns how many rows from `at` on make up the letters, or 0 when they do not. */
  #rowCountAt(at: number, key: string): number {
    const target = withoutNumber(key)
    let letters = withoutNumber(this.#keys[at] ?? '')
    for (let count = 1; count <= MAX_HEADING_LINES; count++) {
      if (letters === target) return count
      letters += this.#keys[at + count] ?? ''
    }
    return 0
  }
}

/** Number of letters by which rows are looked up. */
const PREFIX_CHARS = 3

/** Returns the letters by which a key is looked up. */
const entryPrefix = (key: string): string => withoutNumber(key).slice(0, PREFIX_CHARS)

/** Removes a leading number from a key of `letterKey`, unless at most one letter would be left. */
const withoutNumber = (key: string): string => {
  const rest = key.replace(/^\d{1,8}(?=\D)/, '')
  return rest.length > 1 ? rest : key
}
