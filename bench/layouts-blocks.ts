// The blocks of generated layouts: paragraphs, headings, tables, figures, formulas and references, as boxes to typeset.
import { type TextStyle, textWidth } from './layouts-pdf.ts'
import { breakLines, drawLine, type LayoutBox, type SheetPage, type TextPainter } from './layouts-set.ts'
import type { Random } from './random.ts'

/** The typography of a document's text. */
export interface TypographyStyle {
  painter: TextPainter
  body: TextStyle
  leading: number
  indent: number
  /** Space between paragraphs. */
  apart: number
  hyphens: boolean
}

interface TextBoxStyle {
  look: TextStyle
  leading: number
  indent?: number
  gap?: number
  /** Indent of all lines but the first. */
  hanging?: number
  centred?: boolean
  keep?: boolean
  hyphens?: boolean
  /** Lines that margin numbers may count. */
  counted?: boolean
  ragged?: boolean
}

/** Breaks a text into lines as boxes. */
export function textBoxes(
  painter: TextPainter,
  text: string,
  width: number,
  manner: TextBoxStyle,
): LayoutBox[] {
  const {
    look,
    leading,
    indent = 0,
    gap = 0,
    hanging = 0,
    centred,
    keep,
    hyphens,
    counted = true,
    ragged,
  } = manner
  const room = width - hanging
  const isLoose = centred || ragged
  return breakLines(text, look, room, { indent, ...(hyphens && { hyphens }) }).map((line, at): LayoutBox => {
    const inset = at === 0 ? indent : hanging
    const filled = room - (at === 0 ? indent - hanging : 0)
    return {
      height: leading,
      gap: at === 0 ? gap : 0,
      ...((keep || (at === 0 && !line.last)) && { keep: true }),
      draw: (page, x, y) => {
        const baseline = y + leading * 0.75
        if (counted) page.baselines.push({ y: baseline, right: x > page.canvas.width / 2 })
        const from = centred ? x + (width - line.width) / 2 : x + inset
        drawLine(
          painter,
          page,
          isLoose ? { ...line, last: true } : line,
          { x: from, y: baseline, width: filled },
          look,
        )
      },
    }
  })
}

export const paragraphBoxes = (
  { painter, body, leading, indent, apart, hyphens }: TypographyStyle,
  text: string,
  width: number,
): LayoutBox[] => textBoxes(painter, text, width, { look: body, leading, indent, gap: apart, hyphens })

/** The content of a generated table. */
export interface TableText {
  /** A full grid. */
  rows: string[][]
  /** Number of heading rows. */
  heads: number
  /** Number of columns that a cell of the first row spans, by its first column. */
  spans: Map<number, number>
  style: 'booktabs' | 'framed' | 'plain'
}

const drawCell = (
  painter: TextPainter,
  page: SheetPage,
  text: string,
  x0: number,
  x1: number,
  y: number,
  look: TextStyle,
  centred: boolean,
): void => painter.paint(page, text, centred ? (x0 + x1 - textWidth(text, look)) / 2 : x0 + 3, y, look)

/** The geometry of a table's cells. */
interface TableGeometry {
  x: number
  y: number
  width: number
  step: number
  edge: (column: number) => number
}

/** Whether the cell is merged with the one to its left, and with the one above. */
function mergedNeighbours(
  { rows, heads, spans }: TableText,
  row: number,
  column: number,
): { left: boolean; above: boolean } {
  const left = row === 0 && [...spans].some(([from, over]) => column > from && column < from + over)
  return { left, above: row === 1 && heads === 2 && rows[1]?.[column] === '' }
}

function drawCells(
  painter: TextPainter,
  page: SheetPage,
  table: TableText,
  place: TableGeometry,
  look: TextStyle,
): void {
  const { rows, heads, spans, style } = table
  rows.forEach((cells, row) => {
    cells.forEach((text, column) => {
      if (text === '') return
      const over = row === 0 ? (spans.get(column) ?? 1) : 1
      const isHigh = style === 'framed' && heads === 2 && row === 0 && over === 1
      const y = place.y + place.step * (row + (isHigh ? 1.2 : 0.7))
      drawCell(painter, page, text, place.edge(column), place.edge(column + over), y, look, column > 0)
    })
  })
}

function drawFrame(
  { canvas }: SheetPage,
  table: TableText,
  { x, y, width, step, edge }: TableGeometry,
): void {
  const bottom = y + table.rows.length * step
  table.rows.forEach((cells, row) => {
    const top = y + row * step
    for (const column of cells.keys()) {
      const { left, above } = mergedNeighbours(table, row, column)
      if (!above) canvas.rule(edge(column), top, edge(column + 1), top, 0.5)
      if (!left) canvas.rule(edge(column), top, edge(column), top + step, 0.5)
    }
  })
  canvas.rule(x, bottom, x + width, bottom, 0.5)
  canvas.rule(x + width, y, x + width, bottom, 0.5)
}

function drawRules(
  { canvas }: SheetPage,
  { rows, heads, spans }: TableText,
  { x, y, width, step, edge }: TableGeometry,
): void {
  for (const [row, thick] of [
    [0, 1],
    [heads, 0.5],
    [rows.length, 1],
  ] as const)
    canvas.rule(x, y + row * step, x + width, y + row * step, thick)
  for (const [from, over] of spans)
    canvas.rule(edge(from) + 4, y + step, edge(from + over) - 4, y + step, 0.4)
}

/** Creates a table as one box. */
export function tableBox(painter: TextPainter, table: TableText, width: number, look: TextStyle): LayoutBox {
  const { rows, style } = table
  const count = rows[0]?.length ?? 1
  const step = look.size * 1.55
  const first = 1.4
  const unit = width / (count - 1 + first)
  const draw = (page: SheetPage, x: number, y: number) => {
    const edge = (at: number) => x + (at === 0 ? 0 : unit * (at - 1 + first))
    const place = { x, y, width, step, edge }
    drawCells(painter, page, table, place, look)
    if (style === 'framed') drawFrame(page, table, place)
    if (style === 'booktabs') drawRules(page, table, place)
  }
  return { height: rows.length * step + 6, gap: 4, draw }
}

/** Creates a bar chart with labels, or a picture, as one box. */
export function figureBox(
  painter: TextPainter,
  random: Random,
  width: number,
  look: TextStyle,
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
        painter.paint(page, words[at] ?? 'n', left + step * (at + 0.15), bottom + 11, look)
      })
      for (const [at, label] of ['0', '20', '40'].entries())
        painter.paint(page, label, x + 14, bottom - (at * (height - 34)) / 3, look)
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
  const look: TextStyle = { ...body, weight: 'italic' }
  return {
    height: leading * 1.8,
    gap: 2,
    draw: (page, x, y) => {
      const baseline = y + leading * 1.2
      painter.paint(page, text, x + (width - textWidth(text, look)) / 2, baseline, look)
      painter.paint(page, `(${number})`, x + width - 18, baseline, body)
    },
  }
}

/** Creates a label at the column's edge with its text in a column of its own. */
export function labelledBoxes(
  painter: TextPainter,
  label: string,
  text: string,
  width: number,
  manner: { look: TextStyle; leading: number; inset: number; gap: number },
): LayoutBox[] {
  const { look, leading, inset, gap } = manner
  const boxes = textBoxes(painter, text, width - inset, { look, leading, gap })
  return boxes.map((box, at) => ({
    ...box,
    draw: (page, x, y) => {
      if (at === 0) painter.paint(page, label, x, y + leading * 0.75, look)
      box.draw(page, x + inset, y)
    },
  }))
}
