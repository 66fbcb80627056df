import type { OutlineEntry } from '../document.ts'
import { addTo, leastOf } from './extremes.ts'
import type { TextRow } from './items.ts'

/** What a file's outline teaches about its headings. */
export interface Taught {
  /** By the heading's first row. */
  levels: Map<TextRow, { level: number; rows: TextRow[] }>
  /** So much of the outline was found that what it lacks is no heading. */
  complete: boolean
}

/** A heading may break over so many lines. */
const LINES = 3
/** Rows that begin like an entry, looked at for each. */
const MOST_LOOKED_AT = 500
const BEGINNING = 3
const FEWEST_ENTRIES = 3
const FOUND_SHARE = 0.8

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
const withoutNumber = (key: string): string => {
  const rest = key.replace(/^\d{1,8}(?=\D)/, '')
  return rest.length > 1 ? rest : key
}
const beginning = (key: string): string => withoutNumber(key).slice(0, BEGINNING)

/** Rows in order, with those that begin alike found at once. */
class RowIndex {
  readonly #keys: string[]
  readonly #rows: readonly TextRow[]
  readonly #beginnings = new Map<string, number[]>()

  constructor(rows: readonly TextRow[]) {
    this.#rows = rows
    this.#keys = rows.map(({ line }) => letters(line.text))
    this.#keys.forEach((key, at) => {
      addTo(this.#beginnings, beginning(key), at)
    })
  }

  /** One to three rows below each other whose letters are these; a number before them may be the outline's or the page's alone. */
  find(key: string, page: number | null, used: ReadonlySet<TextRow>): TextRow[] {
    const candidates = (this.#beginnings.get(beginning(key)) ?? []).filter((at) => {
      const row = this.#rows[at]
      return row && !used.has(row) && (page === null || row.line.page === page)
    })
    for (const at of candidates.slice(0, MOST_LOOKED_AT)) {
      const count = this.#lengthAt(at, key)
      if (count > 0) return this.#rows.slice(at, at + count)
    }
    return []
  }

  /** How many rows from here make up the letters; 0 when they do not. */
  #lengthAt(at: number, key: string): number {
    const wanted = withoutNumber(key)
    let text = withoutNumber(this.#keys[at] ?? '')
    for (let count = 1; count <= LINES; count++) {
      if (text === wanted) return count
      text += this.#keys[at + count] ?? ''
    }
    return 0
  }
}

/** Rows that say what the file's outline says, each entry once. */
export function taughtBy(outline: readonly OutlineEntry[], rows: readonly TextRow[]): Taught {
  const levels: Taught['levels'] = new Map()
  const wanted = outline.filter(({ title }) => letters(title).length > 1)
  const index = new RowIndex(rows)
  const used = new Set<TextRow>()
  for (const { title, page, level } of wanted) {
    const near = page === null ? [null] : [page, page + 1, page - 1]
    const found = near
      .map((at) => index.find(letters(title), at, used))
      .find(([first]) => first !== undefined)
    const first = found?.[0]
    if (!found || !first) continue
    for (const row of found) used.add(row)
    levels.set(first, { level, rows: found })
  }
  const least = leastOf(levels.values(), ({ level }) => level)
  for (const taught of levels.values()) taught.level -= least - 1
  return { levels, complete: wanted.length >= FEWEST_ENTRIES && levels.size >= wanted.length * FOUND_SHARE }
}
