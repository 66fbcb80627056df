import { findCaptions } from './blocks/captions.ts'
import { findContentsRows } from './blocks/contents.ts'
import { findFigureLabels } from './blocks/figure-labels.ts'
import { findFootnotes } from './blocks/footnotes.ts'
import type { BodyMetrics } from './page/body-metrics.ts'
import type { PdfPage } from './page/page.ts'
import type { Area } from './page/page-content.ts'
import type { ColumnRow, PageInsert, ReadingItem, TextColumn, TextRow } from './page/reading-order.ts'
import { findRuledTables, findUnruledTables } from './tables/tables.ts'
import { findTaggedTables } from './tables/tagged-tables.ts'

/**
 * Returns the items of a column from top to bottom: rows of text, with tables, figures, captions and footnotes
 * extracted as wholes.
 */
export function columnItems(
  column: TextColumn,
  { lines, rules, drawn }: PdfPage,
  body: BodyMetrics,
): ReadingItem[] {
  // The most reliable detection comes first, because rows that one has taken are no candidates for the next.
  const splitter = new ColumnSplitter(column)
  // Margin columns and tables of contents belong to no passage (`other`).
  if (column.isMargin) splitter.take(splitter.rows, 'other')
  splitter.take(findContentsRows(splitter.rows), 'other')
  for (const caption of findCaptions(column, splitter.rows, body)) splitter.take(caption, 'caption')
  for (const table of findTaggedTables(splitter.rows, lines)) splitter.take(table.rows, 'table', table.cells)
  for (const table of findRuledTables(splitter.rows, rules, column))
    splitter.take(table.rows, 'table', table.cells)
  for (const area of drawn.filter((drawing) => isInColumn(drawing, column)))
    splitter.take(findFigureLabels(area, splitter.rows, body), 'figure')
  for (const table of findUnruledTables(splitter.rows)) splitter.take(table.rows, 'table', table.cells)
  for (const note of findFootnotes(column, splitter.rows, rules, body)) splitter.take(note, 'footnote')
  return splitter.items()
}

/** An insert with `y`, the baseline of its first row. */
interface PlacedInsert {
  y: number
  item: PageInsert
}

/** Moves rows of a column into inserts (tables, captions, …) and keeps the rest as rows of text. */
class ColumnSplitter {
  readonly #column: TextColumn
  readonly #placed: PlacedInsert[] = []
  #rows: ColumnRow[]

  constructor(column: TextColumn) {
    this.#column = column
    this.#rows = column.rows
  }

  /** The rows that no insert has taken. */
  get rows(): readonly ColumnRow[] {
    return this.#rows
  }

  /** Takes rows out of the column as one insert; `cells` are those of a table. Without rows it does nothing. */
  take(rows: readonly ColumnRow[], type: PageInsert['type'], cells?: string[][]): void {
    if (rows.length === 0) return
    const taken = new Set(rows)
    this.#rows = this.#rows.filter((row) => !taken.has(row))
    const item: PageInsert = { kind: 'insert', type, lines: rowLines(rows), ...(cells && { rows: cells }) }
    this.#placed.push({ y: topOfRows(rows), item })
  }

  /** Returns the remaining rows and the inserts from top to bottom. */
  items(): ReadingItem[] {
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

/** Returns the lines of rows. */
const rowLines = (rows: readonly ColumnRow[]) => rows.map(({ line }) => line)

/** Returns the baseline of the first row, 0 without rows. */
const topOfRows = (rows: readonly ColumnRow[]): number => rows[0]?.line.y ?? 0

/**
 * How far a drawing may reach beyond the text of its column, in points: at each side, above and below. Most
 * stand above or below all of it.
 */
const DRAWING_MARGIN = { side: 30, top: 200, bottom: 60 }

/** Returns whether a drawing belongs to a column: it does not reach further beyond its text than `DRAWING_MARGIN`. */
const isInColumn = (area: Area, column: TextColumn): boolean =>
  area.x0 > column.x0 - DRAWING_MARGIN.side &&
  area.x1 < column.x1 + DRAWING_MARGIN.side &&
  area.y0 > column.y0 - DRAWING_MARGIN.top &&
  area.y1 < column.y1 + DRAWING_MARGIN.bottom
