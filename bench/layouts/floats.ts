// Tables and figures of generated layouts, with their captions.
import { figureBox, type TableText, tableBox, textBoxes } from './boxes.ts'
import type { DrawingContext } from './drawing.ts'
import type { LayoutBox } from './typeset.ts'

/**
 * Draws the cells of a table: names in the first column and the header, numbers elsewhere. With two header rows, some
 * cells of the first span two columns, each with a name of its own in the second row.
 */
function drawTableText({ random, writer, traits }: DrawingContext, columns: number): TableText {
  const hasTwoHeaders = traits.headerRows === 2 && columns >= 4
  const number = () => (random.below(900) / 10).toFixed(1)
  const body = Array.from({ length: 3 + random.below(4) }, () => [
    writer.word(),
    ...Array.from({ length: columns - 1 }, number),
  ])
  const name = () =>
    traits.lang === 'zh' ? writer.word() : random.pick(['Site', 'Rate', 'Mean', 'Loss', 'Dose', 'Depth'])
  const rows = [[name(), ...Array.from({ length: columns - 1 }, name)], ...body]
  const style = traits.table
  if (!hasTwoHeaders) return { rows, headerRows: 1, spans: new Map(), style }
  const spans = new Map<number, number>()
  const top: string[] = [name()]
  for (let at = 1; at < columns; ) {
    // The first spanning cell is sure, so that the second header row is not empty.
    const span = at + 1 < columns && (at === 1 || random.once(2)) ? 2 : 1
    if (span === 2) spans.set(at, span)
    top.push(name(), ...Array.from({ length: span - 1 }, () => ''))
    at += span
  }
  const isUnder = (at: number) => [...spans].some(([from, span]) => at >= from && at < from + span)
  const below = top.map((_, at) => (isUnder(at) ? name() : ''))
  return { rows: [top, below, ...body], headerRows: 2, spans, style }
}

/** Space below a table or figure. */
const floatEnd: LayoutBox = { height: 8, gap: 0, draw: () => {} }

/** Returns the label and text of a caption: `图1　…`, `Figure 1. …`. */
function captionText({ traits, writer }: DrawingContext, kind: 'table' | 'figure', number: number): string {
  const words = writer.phrase(kind === 'table' ? 4 : 5)
  if (traits.lang === 'zh') return `${kind === 'table' ? '表' : '图'}${number}　${words}`
  return `${kind === 'table' ? 'Table' : 'Figure'} ${number}. ${words}`
}

/** Creates a table with its caption above it. */
export function tableBoxes(drawing: DrawingContext, number: number, isWide: boolean): LayoutBox[] {
  const { typography, blocks, small, columnWidth, fullWidth, random } = drawing
  const room = isWide ? fullWidth : columnWidth
  const text = drawTableText(drawing, isWide ? 5 + random.below(3) : 3 + random.below(room > 300 ? 4 : 2))
  blocks.push({ type: 'table', text: '', rows: text.rows })
  const captions = textBoxes(typography.painter, captionText(drawing, 'table', number), room, {
    font: small,
    leading: small.size * 1.4,
    gap: 10,
    centered: true,
    keep: true,
    counted: false,
  })
  return [...captions, tableBox(typography.painter, text, room, small), floatEnd]
}

/** Creates a figure with its caption below it. */
export function figureBoxes(drawing: DrawingContext, number: number, isWide: boolean): LayoutBox[] {
  const { typography, writer, small, columnWidth, fullWidth, traits, random } = drawing
  const room = isWide ? fullWidth : columnWidth
  const words = Array.from({ length: 5 }, () =>
    traits.lang === 'zh' ? writer.word() : `s${random.below(9)}`,
  )
  const caption = captionText(drawing, 'figure', number)
  return [
    figureBox(typography.painter, random, room, { ...small, size: small.size - 1 }, words, random.once(3)),
    ...textBoxes(typography.painter, caption, room, {
      font: small,
      leading: small.size * 1.4,
      gap: 0,
      centered: true,
      counted: false,
    }),
    floatEnd,
  ]
}
