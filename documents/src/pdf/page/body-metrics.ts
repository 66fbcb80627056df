import { isSameSize, type PdfLine } from './lines.ts'
import type { GlyphStyle } from './page-content.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

/** Typographic measures of the running text of a document. */
export interface BodyMetrics {
  /** The size of most characters, in points. */
  size: number
  /** The style of most characters of that size; null without any. */
  style: GlyphStyle | null
  /** Distance from baseline to baseline, in points. */
  leading: number
  /** Whether most paragraphs begin with an indent. */
  isIndented: boolean
}

/** Body size of a document without text, in points. */
const DEFAULT_SIZE = 10

/** Returns the size in which most characters are set, in points; `DEFAULT_SIZE` without lines. */
export function findBodySize(lines: Iterable<PdfLine>): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) addCount(counts, size, text.length)
  return mostFrequentKey(counts) ?? DEFAULT_SIZE
}

/** Adds to the count of a value. */
const addCount = <T>(counts: Map<T, number>, value: T, count: number): void => {
  counts.set(value, (counts.get(value) ?? 0) + count)
}

/** Returns the key with the largest count, the first of several; undefined without keys. */
const mostFrequentKey = <T>(counts: ReadonlyMap<T, number>): T | undefined => {
  let best: T | undefined
  let bestCount = 0
  for (const [key, count] of counts) if (count > bestCount) [best, bestCount] = [key, count]
  return best
}

/** Leading of text without two lines below each other, as a multiple of the size. */
const DEFAULT_LEADING = 1.3
/** A smaller distance of baselines, as a multiple of the size, is within one line. */
const MIN_LEADING = 0.9
/** A larger one, also as a multiple of the size, is between paragraphs. */
const MAX_LEADING = 3
/** Least and largest indent of a first line, in ems. */
const MIN_INDENT_EM = 0.8
const MAX_INDENT_EM = 4

/**
 * Measures the running text in columns.
 *
 * @param size the body size, see `findBodySize`
 */
export function measureBody(columns: readonly TextColumn[], size: number): BodyMetrics {
  const styles = new Map<GlyphStyle, number>()
  /** How often each distance between the baselines of two consecutive rows occurs. */
  const leadingCounts = new Map<number, number>()
  /** Indents, in points, of the first rows of paragraphs: those after a row that ends one. */
  const firstIndents: number[] = []
  for (const { rows, left, right } of columns) {
    for (const { line } of rows.filter((row) => isBodyRow(row, size)))
      addCount(styles, line.style, line.text.length)
    for (const [before, row] of rowPairs(rows, size)) {
      // Rounded to half a point, so that distances that differ by imprecision count together.
      addCount(leadingCounts, Math.round((row.line.y - before.line.y) * 2) / 2, 1)
      if (endsParagraph(before, right, size)) firstIndents.push(row.line.x0 - left)
    }
  }
  const indented = firstIndents.filter(
    (indent) => indent > MIN_INDENT_EM * size && indent < MAX_INDENT_EM * size,
  )
  const plausibleCounts = [...leadingCounts].filter(
    ([leading]) => leading > MIN_LEADING * size && leading < MAX_LEADING * size,
  )
  return {
    size,
    style: mostFrequentKey(styles) ?? null,
    leading: mostFrequentKey(new Map(plausibleCounts)) ?? size * DEFAULT_LEADING,
    isIndented: indented.length > firstIndents.length / 2,
  }
}

/** Returns whether a row is set in the size of the running text. */
const isBodyRow = (row: ColumnRow, size: number): boolean => isSameSize(row.line.size, size)

/** Returns pairs of consecutive rows in body size. */
const rowPairs = (rows: readonly ColumnRow[], size: number): [ColumnRow, ColumnRow][] =>
  rows.flatMap((row, at): [ColumnRow, ColumnRow][] => {
    const before = rows[at - 1]
    return before && isBodyRow(row, size) && isBodyRow(before, size) ? [[before, row]] : []
  })

/** Distance from the right edge, in ems, above which a line ends early. */
const EARLY_END_EM = 2
/** The end of a sentence in the compared form of a line, in which full-width `．！？` are ASCII. */
const SENTENCE_END = /[。.!?]$/

/** Returns whether a row is the last of a paragraph: it ends early, and with a sentence. */
const endsParagraph = ({ line }: ColumnRow, right: number, size: number): boolean =>
  line.x1 < right - EARLY_END_EM * size && SENTENCE_END.test(line.text)
