import type { BlockType } from '../document.ts'
import type { PdfLine } from './lines.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

/** A row of running text at its position in reading order. */
export interface TextRow {
  kind: 'row'
  row: ColumnRow
  line: PdfLine
  column: TextColumn
  /** Distance from the baseline of the previous row in the same column; null for the first. */
  above: number | null
  /** Distance to the baseline of the next row in the same column; null for the last. */
  below: number | null
}

/** An element between the running text: a table, a figure with its labels, a caption, a footnote. */
export interface PageInsert {
  kind: 'insert'
  type: BlockType
  lines: PdfLine[]
  rows?: string[][]
}

/** An element of a page in reading order. */
export type ReadingItem = TextRow | PageInsert

export const isTextRow = (item: ReadingItem): item is TextRow => item.kind === 'row'
