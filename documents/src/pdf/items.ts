import type { BlockType } from '../document.ts'
import type { Column, Row } from './flow.ts'
import type { Line } from './lines.ts'

/** A row of running text where it stands in the order of reading. */
export interface TextRow {
  kind: 'row'
  row: Row
  line: Line
  column: Column
  /** From the baseline of the row before in the same column; null for the first. */
  above: number | null
  /** To the next row's baseline in the same column; null for the last. */
  below: number | null
}

/** What stands between the running text: a table, a figure with its labels, a caption, a footnote. */
export interface Insert {
  kind: 'insert'
  type: BlockType
  lines: Line[]
  rows?: string[][]
}

export type Item = TextRow | Insert

export const isTextRow = (item: Item): item is TextRow => item.kind === 'row'
