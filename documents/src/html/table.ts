import type { Block } from '../document.ts'
import { pagelessBlock } from '../structure/draft.ts'

/** Receives the elements and texts of a page and collects its tables. */
export interface TableCollector {
  /** Whether a table is open. */
  isOpen: () => boolean
  /** Receives the start tag of an element; elements that build no table are ignored. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  /** Adds text to the open cell. */
  addText: (text: string) => void
  /** Returns the table when the outermost one ends, else null. */
  close: (name: string) => Block | null
}

/** A table whose end has not been read. */
interface TableState {
  rows: string[][]
  /** For each column, into how many rows below the open one its last cell reaches. */
  spannedRows: number[]
  /** For each column, whether a cell of an earlier row reaches into the open row. */
  isTaken: boolean[]
  /** Position of the open cell, from 0, and the number of columns that it spans. */
  column: number
  width: number
}

/** Builds full grids from the tables of a page. A table inside a cell is text of that cell. */
export function createTableCollector(): TableCollector {
  let table: TableState | null = null
  let depth = 0
  return {
    isOpen: () => table !== null,
    open(name, attributes) {
      if (name === 'table') {
        depth += 1
        table ??= { rows: [], spannedRows: [], isTaken: [], column: 0, width: 0 }
      } else if (!table || depth > 1) return
      else if (name === 'tr') openRow(table)
      else if (name === 'td' || name === 'th') openCell(table, attributes)
    },
    addText(text) {
      if (table) addCellText(table, text)
    },
    close(name) {
      if (name !== 'table' || !table) return null
      depth -= 1
      if (depth > 0) return null
      const rows = table.rows.map((row) => Array.from(row, (cell) => cell ?? ''))
      table = null
      return { ...pagelessBlock('table', ''), rows }
    },
  }
}

/** Opens a row, into which cells of earlier rows may reach. */
function openRow(table: TableState): void {
  table.rows.push([])
  table.isTaken = table.spannedRows.map((rows) => rows > 0)
  table.spannedRows = table.spannedRows.map((rows) => Math.max(0, rows - 1))
  table.column = 0
  table.width = 0
}

/** Bounds the columns of a table. */
const MAX_COLUMNS = 1_000

/** Opens a cell at the next column that no cell of an earlier row takes; opens a row if there is none. */
function openCell(table: TableState, attributes: Readonly<Record<string, string>>): void {
  if (table.rows.length === 0) openRow(table)
  table.column = Math.min(table.column + table.width, MAX_COLUMNS)
  while (table.isTaken[table.column]) table.column += 1
  table.width = parseSpan(attributes.colspan)
  const end = Math.min(table.column + table.width, MAX_COLUMNS)
  for (let at = table.column; at < end; at += 1) table.spannedRows[at] = parseSpan(attributes.rowspan) - 1
}

/** Returns the number of columns or rows that a `colspan` or `rowspan` declares, 1 to `MAX_COLUMNS`. */
const parseSpan = (span: string | undefined): number =>
  Math.min(MAX_COLUMNS, Math.max(1, Number.parseInt(span ?? '', 10) || 1))

/** Adds text to the open cell, after a space if the cell has text; text before the first row is dropped. */
function addCellText(table: TableState, text: string): void {
  const row = table.rows.at(-1)
  if (!row) return
  const at = Math.min(table.column, MAX_COLUMNS - 1)
  row[at] = `${row[at] ?? ''} ${text}`.trim()
}
