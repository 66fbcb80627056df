import { isSameSize, type PdfLine } from './lines.ts'
import type { GlyphStyle } from './page-content.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

/** Typographic measures of the running text of a document. */
export interface BodyMetrics {
  /** In points. */
  size: number
  /** The style of most of its characters. */
  style: GlyphStyle | null
  /** Distance from baseline to baseline, in points. */
  leading: number
  /** Whether most paragraphs begin with an indent. */
  isIndented: boolean
}

const mostFrequentKey = <T>(counts: ReadonlyMap<T, number>): T | undefined => {
  let best: T | undefined
  let count = 0
  for (const [value, number] of counts) if (number > count) [best, count] = [value, number]
  return best
}

const addCount = <T>(counts: Map<T, number>, value: T, count: number): void => {
  counts.set(value, (counts.get(value) ?? 0) + count)
}

/** Body size of a document without text, in points. */
const DEFAULT_SIZE = 10

/** Returns the size in which most characters are set, in points. */
export function findBodySize(lines: Iterable<PdfLine>): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) addCount(counts, size, text.length)
  return mostFrequentKey(counts) ?? DEFAULT_SIZE
}

const isBodyRow = (row: ColumnRow, size: number): boolean => isSameSize(row.line.size, size)

/** Returns pairs of consecutive rows in body size. */
const rowPairs = (rows: readonly ColumnRow[], size: number): [ColumnRow, ColumnRow][] =>
  rows.flatMap((row, at): [ColumnRow, ColumnRow][] => {
    const before = rows[at - 1]
    return before && isBodyRow(row, size) && isBodyRow(before, size) ? [[before, row]] : []
  })

/** Leading of text without two lines below each other, and bounds of any leading, as multiples of the size. */
const DEFAULT_LEADING = 1.3
const MIN_LEADING = 0.9
const MAX_LEADING = 3
/** Bounds of the indent of a first line, in ems. */
const MIN_INDENT_EM = 0.8
const MAX_INDENT_EM = 4

/**
 * Measures the running text in columns.
 *
 * @param size the body size, see `findBodySize`
 */
export function measureBody(columns: readonly TextColumn[], size: number): BodyMetrics {
  const styles = new Map<GlyphStyle, number>()
  const steps = new Map<number, number>()
  /** Indents, in points, of the first rows of paragraphs: those after a row that ends one. */
  const firstIndents: number[] = []
  for (const { rows, left, right } of columns) {
    for (const { line } of rows.filter((row) => isBodyRow(row, size)))
      addCount(styles, line.style, line.text.length)
    for (const [before, row] of rowPairs(rows, size)) {
      // Rounded to half a point, so that equal steps count together.
      addCount(steps, Math.round((row.line.y - before.line.y) * 2) / 2, 1)
      const endsParagraph = before.line.x1 < right - 2 * size && /[。.!?]$/.test(before.line.text)
      if (endsParagraph) firstIndents.push(row.line.x0 - left)
    }
  }
  const indented = firstIndents.filter(
    (indent) => indent > MIN_INDENT_EM * size && indent < MAX_INDENT_EM * size,
  )
  // Smaller steps are within one line, larger ones between paragraphs.
  const plausible = [...steps].filter(([step]) => step > MIN_LEADING * size && step < MAX_LEADING * size)
  return {
    size,
    style: mostFrequentKey(styles) ?? null,
    leading: mostFrequentKey(new Map(plausible)) ?? size * DEFAULT_LEADING,
    isIndented: indented.length > firstIndents.length / 2,
  }
}
