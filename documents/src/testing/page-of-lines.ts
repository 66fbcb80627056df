import type { BodyMetrics } from '../pdf/page/body-metrics.ts'
import { createLine, type PdfLine } from '../pdf/page/lines.ts'
import type { Glyph, GlyphStyle } from '../pdf/page/page-content.ts'
import type { TextRow } from '../pdf/page/reading-order.ts'
import { groupRows, type TextColumn } from '../pdf/page/reading-order.ts'

export const glyphStyle = (size = 10, more: Partial<GlyphStyle> = {}): GlyphStyle => ({
  font: 'Serif',
  bold: false,
  italic: false,
  mono: false,
  size,
  color: '#000000',
  ...more,
})

export const plainStyle = glyphStyle()
export const boldStyle = glyphStyle(10, { font: 'Serif-Bold', bold: true })
/** Measures of running text in `plainStyle`. */
export const bodyMetrics: BodyMetrics = { size: 10, style: plainStyle, leading: 12, isIndented: false }

/** Returns the glyphs of a text set from `x`: half as wide as high, ideographs square. Spaces are glyphs as well. */
export function glyphsOf(text: string, x: number, y: number, look: GlyphStyle = plainStyle): Glyph[] {
  let x0 = x
  return [...text].map((sign) => {
    const width = look.size * (/\p{Script=Han}/u.test(sign) ? 1 : 0.5)
    x0 += width
    return { text: sign, x0: x0 - width, x1: x0, y, style: look, artifact: false }
  })
}

/** Returns a line that consists of one word with this text, from `x0` to `x1`. */
export function lineAt(
  text: string,
  x0: number,
  y: number,
  more: { x1?: number; look?: GlyphStyle; page?: number } = {},
): PdfLine {
  const { x1 = x0 + text.length * 5, look = plainStyle, page = 1 } = more
  const word = { text, x0, x1, y, style: look, spaced: false, artifact: false }
  const made = createLine(page, [word])
  if (!made) throw new Error('a line has words')
  return made
}

/** Returns the lines of one column as rows of text. */
export function textRows(
  lines: readonly PdfLine[],
  edges: { left: number; right: number } = { left: 50, right: 300 },
): TextRow[] {
  const rows = groupRows(lines)
  const column: TextColumn = {
    page: lines[0]?.page ?? 1,
    rows,
    ...edges,
    isMargin: false,
    x0: edges.left,
    x1: edges.right,
    y0: 0,
    y1: 800,
  }
  return rows.map((row, at) => ({
    kind: 'row',
    row,
    line: row.line,
    column,
    above: at === 0 ? null : row.line.y - (rows[at - 1]?.line.y ?? 0),
    below: at === rows.length - 1 ? null : (rows[at + 1]?.line.y ?? 0) - row.line.y,
  }))
}
