import { beginsCaption } from './captions.ts'
import { bottomOf, topOf } from './lines.ts'
import type { BodyMetrics } from './body-metrics.ts'
import type { Area } from './page-content.ts'
import type { ColumnRow } from './reading-order.ts'

/** Returns the rows that are labels of a drawing: inside its area, or small and close to it. */
export function findFigureLabels(area: Area, rows: readonly ColumnRow[], body: BodyMetrics): ColumnRow[] {
  return rows.filter(({ line }) => {
    const margin = line.size < body.size * 0.92 ? 24 : 2
    const middle = (topOf(line) + bottomOf(line)) / 2
    const beside =
      (line.x0 + line.x1) / 2 > area.x0 - margin * 1.5 && (line.x0 + line.x1) / 2 < area.x1 + margin * 1.5
    const text = line.size > body.size * 0.92 && line.x1 - line.x0 > 150
    return (
      beside && !text && middle > area.y0 - margin && middle < area.y1 + margin && !beginsCaption(line.text)
    )
  })
}
