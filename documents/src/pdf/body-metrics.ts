import type { PdfLine } from './lines.ts'
import type { GlyphStyle } from './page-content.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

/** Typographic measures of the running text of a document. */
export interface BodyMetrics {
  size: number
  /** The style of most of its characters. */
  style: GlyphStyle | null
  /** Distance from baseline to baseline. */
  leading: number
  /** Whether paragraphs begin with an indent. */
  indented: boolean
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

/** Returns the size in which most characters are set. */
export function findBodySize(lines: Iterable<PdfLine>): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) addCount(counts, size, text.length)
  return mostFrequentKey(counts) ?? 10
}

const isBodyRow = (row: ColumnRow, size: number): boolean => Math.abs(row.line.size - size) < 0.3

/** Returns pairs of consecutive rows in body size. */
const rowPairs = (rows: readonly ColumnRow[], size: number): [ColumnRow, ColumnRow][] =>
  rows.flatMap((row, at): [ColumnRow, ColumnRow][] => {
    const before = rows[at - 1]
    return before && isBodyRow(row, size) && isBodyRow(before, size) ? [[before, row]] : []
  })

/**
 * Measures the running text in columns.
 *
 * @param size the body size, see `findBodySize`
 */
export function measureBody(columns: readonly TextColumn[], size: number): BodyMetrics {
  const styles = new Map<GlyphStyle, number>()
  const steps = new Map<number, number>()
  const begins: number[] = []
  for (const { rows, left, right } of columns) {
    for (const { line } of rows.filter((row) => isBodyRow(row, size)))
      addCount(styles, line.style, line.text.length)
    for (const [before, row] of rowPairs(rows, size)) {
      addCount(steps, Math.round((row.line.y - before.line.y) * 2) / 2, 1)
      const ended = before.line.x1 < right - 2 * size && /[。.!?]$/.test(before.line.text)
      if (ended) begins.push(row.line.x0 - left)
    }
  }
  const indents = begins.filter((indent) => indent > 0.8 * size && indent < 4 * size).length
  const usual = [...steps].filter(([step]) => step > size * 0.9 && step < size * 3)
  return {
    size,
    style: mostFrequentKey(styles) ?? null,
    leading: mostFrequentKey(new Map(usual)) ?? size * 1.3,
    indented: indents > begins.length * 0.5,
  }
}
