import { captionsOf } from './captions.ts'
import { contentsRows } from './contents.ts'
import { labelsOf } from './figures.ts'
import type { Column, Row } from './flow.ts'
import { footnotesOf } from './footnotes.ts'
import type { Insert, Item, TextRow } from './items.ts'
import type { Body } from './metrics.ts'
import type { Page } from './page.ts'
import type { Area } from './page-content.ts'
import { ruledTables, unruledTables } from './tables.ts'
import { taggedTables } from './tagged-tables.ts'

interface Placed {
  y: number
  item: Insert
}

const linesOf = (rows: readonly Row[]) => rows.map(({ line }) => line)
const topOf = (rows: readonly Row[]): number => rows[0]?.line.y ?? 0

/** What stands between the text of a column, with the rows that are left. */
class ColumnReader {
  readonly #column: Column
  readonly #placed: Placed[] = []
  #rows: Row[]

  constructor(column: Column) {
    this.#column = column
    this.#rows = column.rows
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  take(rows: readonly Row[], type: Insert['type'], cells?: string[][]): void {
    if (rows.length === 0) return
    const taken = new Set(rows)
    this.#rows = this.#rows.filter((row) => !taken.has(row))
    const item: Insert = { kind: 'insert', type, lines: linesOf(rows), ...(cells && { rows: cells }) }
    this.#placed.push({ y: topOf(rows), item })
  }

  items(): Item[] {
    const texts = this.#rows.map((row, at): { y: number; item: TextRow } => {
      const before = this.#rows[at - 1]
      const next = this.#rows[at + 1]
      return {
        y: row.line.y,
        item: {
          kind: 'row',
          row,
          line: row.line,
          column: this.#column,
          above: before ? row.line.y - before.line.y : null,
          below: next ? next.line.y - row.line.y : null,
        },
      }
    })
    return [...texts, ...this.#placed].toSorted((a, b) => a.y - b.y).map(({ item }) => item)
  }
}

const within = (area: Area, column: Column): boolean =>
  area.x0 > column.x0 - 30 &&
  area.x1 < column.x1 + 30 &&
  area.y0 > column.y0 - 200 &&
  area.y1 < column.y1 + 60

/** A column → what is read in it: rows of text, with tables, figures, captions and footnotes taken out as wholes. */
export function itemsOf(column: Column, { lines, rules, drawn }: Page, body: Body): Item[] {
  const reader = new ColumnReader(column)
  if (column.margin) reader.take(reader.rows, 'other')
  reader.take(contentsRows(reader.rows), 'other')
  for (const caption of captionsOf(column, reader.rows, body)) reader.take(caption, 'caption')
  for (const table of taggedTables(reader.rows, lines)) reader.take(table.taken, 'table', table.rows)
  for (const table of ruledTables(reader.rows, rules, column)) reader.take(table.taken, 'table', table.rows)
  for (const area of drawn.filter((each) => within(each, column)))
    reader.take(labelsOf(area, reader.rows, body), 'figure')
  for (const table of unruledTables(reader.rows)) reader.take(table.taken, 'table', table.rows)
  for (const note of footnotesOf(column, reader.rows, rules, body)) reader.take(note, 'footnote')
  return reader.items()
}
