// The margins of generated layouts: running heads, page numbers, line numbers, binding lines, stamps.
import type { DrawingContext } from './drawing.ts'
import { type FontStyle, textWidth } from './pdf.ts'
import type { SheetPage } from './typeset.ts'

/** The stamp that arXiv prints along the edge of the first page. */
const STAMP = 'arXiv:2103.01234v2 [stat.AP] 4 Mar 2021'

/** Draws running heads, page numbers, line numbers and stamps on all pages. */
export function drawPageMargins(drawing: DrawingContext, pages: readonly SheetPage[], title: string): void {
  const { random, traits } = drawing
  const side = traits.numbersSide === 'outer' && traits.columns === 1 ? 'left' : traits.numbersSide
  const numbering: LineNumberState = { side, distance: 8 + random.below(14), count: 0 }
  const first = 1 + random.below(300)
  for (const [at, page] of pages.entries()) {
    if (at === 0 && traits.cover !== 'none') continue
    drawRunningHeads(drawing, page, { at, number: first + at, title })
    const counted = drawMarginMarks(drawing, page, numbering)
    numbering.count = traits.numbersRestart ? 0 : counted
  }
}

/** Draws the stamp, the running head and the number of a page, as far as the layout has them. */
function drawRunningHeads(
  drawing: DrawingContext,
  page: SheetPage,
  { at, number, title }: { at: number; number: number; title: string },
): void {
  const { traits, typography } = drawing
  const font: FontStyle = { ...typography.body, size: typography.body.size - 1.5 }
  const journal = traits.lang === 'zh' ? '区域研究' : 'Northern Studies'
  if (traits.stamp && at === 0) page.canvas.upright(STAMP, 22, page.canvas.height * 0.7, { size: 14 })
  if (traits.running && at > 0)
    drawRunningHead(drawing, page, at % 2 === 0 ? title.slice(0, 40) : journal, font)
  if (traits.running || traits.cover !== 'none') drawPageNumber(drawing, page, number, font)
}

/** How lines are numbered, and up to which number so far. */
interface LineNumberState {
  side: 'left' | 'right' | 'outer'
  /** Space between the text and the numbers, in points. */
  distance: number
  /** The lines numbered so far. */
  count: number
}

/** Draws the marks in the margin, or under the whole page; returns how far the lines are counted. */
function drawMarginMarks(drawing: DrawingContext, page: SheetPage, numbering: LineNumberState): number {
  const { traits } = drawing
  if (traits.binding) drawBindingLine(page, drawing)
  if (traits.scanned) page.canvas.picture(0, 0, page.canvas.width, page.canvas.height)
  if (traits.numbers === 'none') return 0
  return traits.numbers === 'ruler'
    ? drawRulerNumbers(drawing, page, numbering)
    : drawLineNumbers(drawing, page, numbering)
}

/** Draws a running head centered above the text, with a rule below it. */
function drawRunningHead(
  { geometry, typography }: DrawingContext,
  page: SheetPage,
  text: string,
  font: FontStyle,
): void {
  const y = geometry.top - 28
  typography.painter.paint(page, text, (geometry.left + geometry.right - textWidth(text, font)) / 2, y, font)
  page.canvas.rule(geometry.left, y + 5, geometry.right, y + 5, 0.5)
}

/** Draws the number of a page centered below the text. */
function drawPageNumber(
  { geometry, typography }: DrawingContext,
  page: SheetPage,
  number: number,
  font: FontStyle,
): void {
  const text = String(number)
  typography.painter.paint(
    page,
    text,
    (geometry.left + geometry.right - textWidth(text, font)) / 2,
    geometry.bottom + 28,
    font,
  )
}

/** Draws the binding line, 装 订 线 with dots in between, down the left edge. */
function drawBindingLine(page: SheetPage, { geometry }: DrawingContext): void {
  const x = Math.max(14, geometry.left - 30)
  const characters = [...'┊┊装┊┊订┊┊线┊┊'].map((character) => (character === '┊' ? '：' : character))
  const step = (geometry.bottom - geometry.top) / characters.length
  characters.forEach((character, at) => {
    page.canvas.text(character, x, geometry.top + step * (at + 0.5), { size: 10 })
  })
}

/** Draws a number in the margin, at a distance from the text. */
function drawMarginNumber(
  { geometry, typography }: DrawingContext,
  page: SheetPage,
  text: string,
  y: number,
  distance: number,
  isRight: boolean,
): void {
  const font: FontStyle = { ...typography.body, size: Math.max(5.5, typography.body.size - 3) }
  const x = isRight ? geometry.right + distance : geometry.left - distance - textWidth(text, font)
  page.canvas.text(text, x, y, font)
}

/** Draws numbers at equal steps down the page, regardless of the lines. */
function drawRulerNumbers(
  drawing: DrawingContext,
  page: SheetPage,
  { side, distance, count }: LineNumberState,
): number {
  const { geometry, typography } = drawing
  let number = count
  for (let y = geometry.top + 8; y < geometry.bottom; y += typography.leading) {
    const text = String(number++).padStart(3, '0')
    if (side !== 'right') drawMarginNumber(drawing, page, text, y, distance, false)
    if (side !== 'left') drawMarginNumber(drawing, page, text, y, distance, true)
  }
  return number
}

/** Draws numbers next to the lines. */
function drawLineNumbers(
  drawing: DrawingContext,
  page: SheetPage,
  { side, distance, count }: LineNumberState,
): number {
  const isSingle = drawing.geometry.columns === 1
  const lines = page.baselines.filter(({ right }) => isSingle || side === 'outer' || !right)
  const sorted = lines.toSorted((a, b) => Number(a.right) - Number(b.right) || a.y - b.y)
  const every = drawing.traits.numbers === 'fifth' ? 5 : 1
  sorted.forEach(({ y, right }, at) => {
    const number = count + at + 1
    if (number % every === 0)
      drawMarginNumber(
        drawing,
        page,
        String(number),
        y,
        distance,
        side === 'outer' ? right : side === 'right',
      )
  })
  return count + sorted.length
}
