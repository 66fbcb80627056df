// Finds the labels inside and beside drawings.
import type { BodyMetrics } from '../page/body-metrics.ts'
import { bottomOf, topOf } from '../page/lines.ts'
import type { Area } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { beginsCaption } from './captions.ts'

/** Distances from a drawing within which a row is its label, in points: for rows of body size, and for smaller ones. */
const BODY_LABEL_DISTANCE = 2
const SMALL_LABEL_DISTANCE = 24
/** How much farther a label may be at the side of a drawing than above or below it. */
const SIDE_FACTOR = 1.5
/** Size below which a row is smaller than the text, as a share of the body size. */
const SMALL_LABEL_RATIO = 0.92
/** Width from which a row of body size is text and no label, in points. */
const MIN_TEXT_WIDTH = 150

/** Returns the rows that are labels of a drawing: inside its area, or small and close to it; captions are none. */
export function findFigureLabels(area: Area, rows: readonly ColumnRow[], body: BodyMetrics): ColumnRow[] {
  return rows.filter(({ line }) => {
    const { x0, x1, size, text } = line
    const distance = size < body.size * SMALL_LABEL_RATIO ? SMALL_LABEL_DISTANCE : BODY_LABEL_DISTANCE
    const x = (x0 + x1) / 2
    const y = (topOf(line) + bottomOf(line)) / 2
    const isBeside = x > area.x0 - distance * SIDE_FACTOR && x < area.x1 + distance * SIDE_FACTOR
    const isLevel = y > area.y0 - distance && y < area.y1 + distance
    const isText = size > body.size * SMALL_LABEL_RATIO && x1 - x0 > MIN_TEXT_WIDTH
    return isBeside && isLevel && !isText && !beginsCaption(text)
  })
}
