// The margins of generated layouts: running heads, page numbers, line numbers, binding lines, stamps.
import type { DrawingContext } from './layouts-drawing.ts'
import { type TextStyle, textWidth } from './layouts-pdf.ts'
import type { SheetPage } from './layouts-set.ts'

const STAMP = 'arXiv:2103.01234v2 [stat.AP] 4 Mar 2021'

/** Draws running heads, page numbers, line numbers and stamps on all pages. */
export function drawPageMargins(drawing: DrawingContext, pages: readonly SheetPage[], title: string): void {
  const { random, traits } = drawing
  const side = traits.numbersSide === 'outer' && traits.columns === 1 ? 'left' : traits.numbersSide
  const place: LineNumberState = { side, apart: 8 + random.below(14), count: 0 }
  const first = 1 + random.below(300)
  for (const [at, page] of pages.entries()) {
    if (at === 0 && traits.cover !== 'none') continue
    drawRunningHeads(drawing, page, { at, number: first + at, title })
    const counted = drawMarginMarks(drawing, page, place)
    place.count = traits.numbersRestart ? 0 : counted
  }
}

function drawRunningHeads(
  drawing: DrawingContext,
  page: SheetPage,
  { at, number, title }: { at: number; number: number; title: string },
): void {
  const { traits, manner } = drawing
  const look: TextStyle = { ...manner.body, size: manner.body.size - 1.5 }
  const journal = traits.lang === 'zh' ? '区域研究' : 'Northern Studies'
  if (traits.stamp && at === 0) page.canvas.upright(STAMP, 22, page.canvas.height * 0.7, { size: 14 })
  if (traits.running && at > 0)
    drawRunningHead(drawing, page, at % 2 === 0 ? title.slice(0, 40) : journal, look)
  if (traits.running || traits.cover !== 'none') drawPageNumber(drawing, page, number, look)
}

interface LineNumberState {
  side: 'left' | 'right' | 'outer'
  apart: number
  count: number
}

/** Draws the marks in the margin, or under the whole page; returns how far the lines are counted. */
function drawMarginMarks(drawing: DrawingContext, page: SheetPage, place: LineNumberState): number {
  const { traits } = drawing
  if (traits.binding) drawBindingLine(page, drawing)
  if (traits.scanned) page.canvas.picture(0, 0, page.canvas.width, page.canvas.height)
  if (traits.numbers === 'none') return 0
  return traits.numbers === 'ruler'
    ? drawRulerNumbers(drawing, page, place)
    : drawLineNumbers(drawing, page, place)
}

function drawRunningHead(
  { geometry, manner }: DrawingContext,
  page: SheetPage,
  text: string,
  look: TextStyle,
): void {
  const y = geometry.top - 28
  manner.painter.paint(page, text, (geometry.left + geometry.right - textWidth(text, look)) / 2, y, look)
  page.canvas.rule(geometry.left, y + 5, geometry.right, y + 5, 0.5)
}

function drawPageNumber(
  { geometry, manner }: DrawingContext,
  page: SheetPage,
  number: number,
  look: TextStyle,
): void {
  const text = String(number)
  manner.painter.paint(
    page,
    text,
    (geometry.left + geometry.right - textWidth(text, look)) / 2,
    geometry.bottom + 28,
    look,
  )
}

/** Draws the binding line, 装 订 线 with dots in between, down the left edge. */
function drawBindingLine(page: SheetPage, { geometry }: DrawingContext): void {
  const x = Math.max(14, geometry.left - 30)
  const signs = [...'┊┊装┊┊订┊┊线┊┊'].map((sign) => (sign === '┊' ? '：' : sign))
  const step = (geometry.bottom - geometry.top) / signs.length
  signs.forEach((sign, at) => {
    page.canvas.text(sign, x, geometry.top + step * (at + 0.5), { size: 10 })
  })
}

function drawMarginNumber(
  { geometry, manner }: DrawingContext,
  page: SheetPage,
  text: string,
  y: number,
  apart: number,
  isRight: boolean,
): void {
  const look: TextStyle = { ...manner.body, size: Math.max(5.5, manner.body.size - 3) }
  const x = isRight ? geometry.right + apart : geometry.left - apart - textWidth(text, look)
  page.canvas.text(text, x, y, look)
}

/** Draws numbers at equal steps down the page, regardless of the lines. */
function drawRulerNumbers(
  drawing: DrawingContext,
  page: SheetPage,
  { side, apart, count }: LineNumberState,
): number {
  const { geometry, manner } = drawing
  let number = count
  for (let y = geometry.top + 8; y < geometry.bottom; y += manner.leading) {
    const text = String(number++).padStart(3, '0')
    if (side !== 'right') drawMarginNumber(drawing, page, text, y, apart, false)
    if (side !== 'left') drawMarginNumber(drawing, page, text, y, apart, true)
  }
  return number
}

/** Draws numbers next to the lines. */
function drawLineNumbers(
  drawing: DrawingContext,
  page: SheetPage,
  { side, apart, count }: LineNumberState,
): number {
  const isSingle = drawing.geometry.columns === 1
  const lines = page.baselines.filter(({ right }) => isSingle || side === 'outer' || !right)
  const sorted = lines.toSorted((a, b) => Number(a.right) - Number(b.right) || a.y - b.y)
  const every = drawing.traits.numbers === 'fifth' ? 5 : 1
  sorted.forEach(({ y, right }, at) => {
    const number = count + at + 1
    if (number % every === 0)
      drawMarginNumber(drawing, page, String(number), y, apart, side === 'outer' ? right : side === 'right')
  })
  return count + sorted.length
}
