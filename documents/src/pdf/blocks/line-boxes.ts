// Boxes around lines, rounded to a tenth of a point.
import type { Box } from '../../document.ts'
import { bottomOf, type PdfLine, topOf } from '../page/lines.ts'

/** Rounds a box to a tenth of a point. */
export const roundBox = ({ page, x0, y0, x1, y1 }: Box): Box => ({
  page,
  x0: roundToTenth(x0),
  y0: roundToTenth(y0),
  x1: roundToTenth(x1),
  y1: roundToTenth(y1),
})

const roundToTenth = (value: number): number => Math.round(value * 10) / 10

/** Returns the box around a line. */
export const lineBox = (line: PdfLine): Box => ({
  page: line.page,
  x0: line.x0,
  y0: topOf(line),
  x1: line.x1,
  y1: bottomOf(line),
})

/** How far the top of a line may be above that of the box of the lines before it, in points. */
const MAX_RISE = 2
/** Largest gap between a box and the next line in it, in ems. */
const MAX_BOX_GAP_EM = 3

/** Returns one box, rounded to a tenth of a point, for each run of lines that follow below each other. */
export function boxesAround(lines: readonly PdfLine[]): Box[] {
  const boxes: Box[] = []
  for (const line of lines) {
    const box = lineBox(line)
    const last = boxes.at(-1)
    const isBelow =
      last?.page === box.page && box.y0 > last.y0 - MAX_RISE && box.y0 - last.y1 < MAX_BOX_GAP_EM * line.size
    if (last && isBelow && box.x0 < last.x1 && box.x1 > last.x0)
      Object.assign(last, {
        x0: Math.min(last.x0, box.x0),
        x1: Math.max(last.x1, box.x1),
        y0: Math.min(last.y0, box.y0),
        y1: Math.max(last.y1, box.y1),
      })
    else boxes.push(box)
  }
  return boxes.map(roundBox)
}
