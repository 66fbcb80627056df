import type { BlockType } from '../document.ts'
import type { PdfLine } from './lines.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

/** A row of running text where it stands in the order of reading. */
export interface TextRow {
  kind: 'row'
  row: ColumnRow
  line: PdfLine
  column: TextColumn
  /** From the baseline of the row before in the same column; null for the first. */
  above: number | null
  /** To the next row's baseline in the same column; null for the last. */
  below: number | null
}

/** What stands between the running text: a table, a figure with its labels, a caption, a footnote. */
export interface PageInsert {
  kind: 'insert'
  type: BlockType
  lines: PdfLine[]
  rows?: string[][]
}

export type ReadingItem = TextRow | PageInsert

export const isTextRow = (item: ReadingItem): item is TextRow => item.kind === 'row'
