// The blocks of generated layouts: paragraphs, headings, tables, figures, formulas and references, as boxes to typeset.
import type { Random } from '../random.ts'
import { type FontStyle, textWidth } from './pdf.ts'
import { breakLines, drawLine, type LayoutBox, type SheetPage, type TextPainter } from './typeset.ts'

/** The typography of a document's text; all lengths are in points. */
export interface TypographyStyle {
  painter: TextPainter
  body: FontStyle
  /** The height of a line. */
  leading: number
  /** Indent of a paragraph's first line. */
  indent: number
  paragraphGap: number
  /** Whether long words are hyphenated. */
  hyphens: boolean
}

interface TextBoxStyle {
  font: FontStyle
  leading: number
  /** Indent of the first line. */
  indent?: number
  /** Space above the first line. */
  gap?: number
  /** Indent of all lines but the first. */
  hanging?: number
  centered?: boolean
  /** Whether the lines stay together with each other and with what follows. */
  keep?: boolean
  hyphens?: boolean
  /** Whether margin numbers count the lines. */
  counted?: boolean
  /** Whether lines are not justified. */
  ragged?: boolean
}

/** Height of the baseline below the top of a line, as a share of the leading. */
const BASELINE_SHARE = 0.75

/** Breaks a text into lines as boxes. */
export function textBoxes(
  painter: TextPainter,
  text: string,
  width: number,
  style: TextBoxStyle,
): LayoutBox[] {
  const {
    font,
    leading,
    indent = 0,
    gap = 0,
    hanging = 0,
    centered,
    keep,
    hyphens,
    counted = true,
    ragged,
  } = style
  const room = width - hanging
  const isLoose = centered || ragged
  return breakLines(text, font, room, { indent, ...(hyphens && { hyphens }) }).map((line, at): LayoutBox => {
    const inset = at === 0 ? indent : hanging
    const filled = room - (at === 0 ? indent - hanging : 0)
    return {
      height: leading,
      gap: at === 0 ? gap : 0,
      // The first line of a paragraph stays with the second.
      ...((keep || (at === 0 && !line.last)) && { keep: true }),
      draw: (page, x, y) => {
        const baseline = y + leading * BASELINE_SHARE
        if (counted) page.baselines.push({ y: baseline, right: x > page.canvas.width / 2 })
        const from = centered ? x + (width - line.width) / 2 : x + inset
        drawLine(
          painter,
          page,
          isLoose ? { ...line, last: true } : line,
          { x: from, y: baseline, width: filled },
          font,
        )
      },
    }
  })
}

/** Breaks a paragraph into lines in the document's typography. */
export const paragraphBoxes = (
  { painter, body, leading, indent, paragraphGap, hyphens }: TypographyStyle,
  text: string,
  width: number,
): LayoutBox[] => textBoxes(painter, text, width, { font: body, leading, indent, gap: paragraphGap, hyphens })

/** The content of a generated table. */
export interface TableText {
  /** A full grid. */
  rows: string[][]
  /** Number of heading rows. */
  headerRows: number
  /** Number of columns that a cell of the first row spans, by its first column. */
  spans: Map<number, number>
  style: 'booktabs' | 'framed' | 'plain'
}

/** Space before the text of a cell that is not centered. */
const CELL_PADDING = 3

/** The geometry of a table's cells. */
interface TableGeometry {
  x: number
  y: number
  width: number
  rowHeight: number
  /** Returns the x coordinate of a column's left edge. */
  edge: (column: number) => number
}

/** Whether the cell is merged with the one to its left, and with the one above. */
function mergedNeighbors(
  { rows, headerRows, spans }: TableText,
  row: number,
  column: number,
): { left: boolean; above: boolean } {
  const left = row === 0 && [...spans].some(([from, span]) => column > from && column < from + span)
  return { left, above: row === 1 && headerRows === 2 && rows[1]?.[column] === '' }
}

/** Returns where the text of a cell begins: at the left in the first column, centered in all others. */
function cellTextX(
  { edge }: TableGeometry,
  text: string,
  font: FontStyle,
  { column, span }: { column: number; span: number },
): number {
  if (column === 0) return edge(column) + CELL_PADDING
  return (edge(column) + edge(column + span) - textWidth(text, font)) / 2
}

/** Draws the texts of a table. */
function drawCells(
  painter: TextPainter,
  page: SheetPage,
  table: TableText,
  geometry: TableGeometry,
  font: FontStyle,
): void {
  const { rows, headerRows, spans, style } = table
  rows.forEach((cells, row) => {
    cells.forEach((text, column) => {
      if (text === '') return
      const span = row === 0 ? (spans.get(column) ?? 1) : 1
      // In a framed table, a header cell that spans both header rows has its text in the middle of them.
      const isHigh = style === 'framed' && headerRows === 2 && row === 0 && span === 1
      const y = geometry.y + geometry.rowHeight * (row + (isHigh ? 1.2 : 0.7))
      painter.paint(page, text, cellTextX(geometry, text, font, { column, span }), y, font)
    })
  })
}

/** Draws a line around every cell, except between merged ones. */
function drawFrame(
  { canvas }: SheetPage,
  table: TableText,
  { x, y, width, rowHeight, edge }: TableGeometry,
): void {
  const bottom = y + table.rows.length * rowHeight
  table.rows.forEach((cells, row) => {
    const top = y + row * rowHeight
    for (const column of cells.keys()) {
      const { left, above } = mergedNeighbors(table, row, column)
      if (!above) canvas.rule(edge(column), top, edge(column + 1), top, 0.5)
      if (!left) canvas.rule(edge(column), top, edge(column), top + rowHeight, 0.5)
    }
  })
  canvas.rule(x, bottom, x + width, bottom, 0.5)
  canvas.rule(x + width, y, x + width, bottom, 0.5)
}

/** Draws rules above and below the table and below its header, and a thin one below each spanning cell. */
function drawRules(
  { canvas }: SheetPage,
  { rows, headerRows, spans }: TableText,
  { x, y, width, rowHeight, edge }: TableGeometry,
): void {
  for (const [row, thick] of [
    [0, 1],
    [headerRows, 0.5],
    [rows.length, 1],
  ] as const)
    canvas.rule(x, y + row * rowHeight, x + width, y + row * rowHeight, thick)
  for (const [from, span] of spans)
    canvas.rule(edge(from) + 4, y + rowHeight, edge(from + span) - 4, y + rowHeight, 0.4)
}

/** Width of the first column as a factor of that of the others. */
const FIRST_COLUMN_FACTOR = 1.4

/** Creates a table as one box. */
export function tableBox(painter: TextPainter, table: TableText, width: number, font: FontStyle): LayoutBox {
  const { rows, style } = table
  const count = rows[0]?.length ?? 1
  const rowHeight = font.size * 1.55
  const unit = width / (count - 1 + FIRST_COLUMN_FACTOR)
  const draw = (page: SheetPage, x: number, y: number) => {
    const edge = (at: number) => x + (at === 0 ? 0 : unit * (at - 1 + FIRST_COLUMN_FACTOR))
    const geometry = { x, y, width, rowHeight, edge }
    drawCells(painter, page, table, geometry, font)
    if (style === 'framed') drawFrame(page, table, geometry)
    if (style === 'booktabs') drawRules(page, table, geometry)
  }
  return { height: rows.length * rowHeight + 6, gap: 4, draw }
}

/** Creates a bar chart with labels, or a picture, as one box. */
export function figureBox(
  painter: TextPainter,
  random: Random,
  width: number,
  font: FontStyle,
  words: string[],
  isPicture: boolean,
): LayoutBox {
  const height = 90 + random.below(60)
  const bars = Array.from({ length: 5 }, () => 0.2 + random.share() * 0.7)
  return {
    height: height + 8,
    gap: 8,
    keep: true,
    draw: (page, x, y) => {
      if (isPicture) {
        page.canvas.picture(x + 10, y, x + width - 10, y + height)
        return
      }
      // The axes, then the bars with their labels below, then the labels of the vertical axis.
      const left = x + 30
      const bottom = y + height - 22
      page.canvas.rule(left, y, left, bottom, 0.8)
      page.canvas.rule(left, bottom, x + width - 10, bottom, 0.8)
      const step = (width - 50) / bars.length
      bars.forEach((share, at) => {
        page.canvas.box(
          left + step * (at + 0.2),
          bottom - share * (height - 30),
          left + step * (at + 0.7),
          bottom,
        )
        painter.paint(page, words[at] ?? 'n', left + step * (at + 0.15), bottom + 11, font)
      })
      for (const [at, label] of ['0', '20', '40'].entries())
        painter.paint(page, label, x + 14, bottom - (at * (height - 34)) / 3, font)
    },
  }
}

/** Returns a display formula with its number at the right. */
export function formulaBox(
  { painter, body, leading }: TypographyStyle,
  random: Random,
  width: number,
  number: number,
): LayoutBox {
  const text = random.pick(['E = a + bx', 'f(x) = ax + b', 'y = k(t - s)', 'R = 1 - n/m'])
  const font: FontStyle = { ...body, weight: 'italic' }
  return {
    height: leading * 1.8,
    gap: 2,
    draw: (page, x, y) => {
      const baseline = y + leading * 1.2
      painter.paint(page, text, x + (width - textWidth(text, font)) / 2, baseline, font)
      painter.paint(page, `(${number})`, x + width - 18, baseline, body)
    },
  }
}

/** Creates a label at the column's edge with its text in a column of its own. */
export function labeledBoxes(
  painter: TextPainter,
  label: string,
  text: string,
  width: number,
  style: { font: FontStyle; leading: number; inset: number; gap: number },
): LayoutBox[] {
  const { font, leading, inset, gap } = style
  const boxes = textBoxes(painter, text, width - inset, { font, leading, gap })
  return boxes.map((box, at) => ({
    ...box,
    draw: (page, x, y) => {
      if (at === 0) painter.paint(page, label, x, y + leading * BASELINE_SHARE, font)
      box.draw(page, x + inset, y)
    },
  }))
}
