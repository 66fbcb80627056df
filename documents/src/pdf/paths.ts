import type { Matrix } from './matrix.ts'
import type { Area, Rule } from './page-content.ts'

/** pdf.js's codes in a path's numbers, with how many coordinates follow each. */
const MOVE = 0
const CLOSE = 4
const coordinates = [2, 2, 6, 4, 0]
/** A filled rectangle so thin is a line. */
const THIN = 2.5
const SHORT = 8

/** Where a rectangle comes to lie. */
export function boxUnder([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Area): Area {
  const xs = [a * x0 + c * y0 + e, a * x1 + c * y0 + e, a * x0 + c * y1 + e, a * x1 + c * y1 + e]
  const ys = [b * x0 + d * y0 + f, b * x1 + d * y0 + f, b * x0 + d * y1 + f, b * x1 + d * y1 + f]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

const ruleOf = (area: Area): Rule | null => {
  const width = area.x1 - area.x0
  const height = area.y1 - area.y0
  if (Math.min(width, height) > THIN || Math.max(width, height) < SHORT) return null
  return { ...area, across: width >= height }
}

type Point = readonly [x: number, y: number]

/** The subpaths of a path as lists of points where they are shown. */
function* subpaths(data: Float32Array, [a, b, c, d, e, f]: Matrix): Generator<Point[]> {
  let points: Point[] = []
  const shown = (at: number): Point => {
    const x = data[at] ?? 0
    const y = data[at + 1] ?? 0
    return [a * x + c * y + e, b * x + d * y + f]
  }
  for (let at = 0; at < data.length; at += 1 + (coordinates[data[at] ?? CLOSE] ?? 0)) {
    const code = data[at] ?? CLOSE
    if (code === MOVE) {
      yield points
      points = []
    }
    if (code === CLOSE && points[0]) points.push(points[0])
    const end = at + (coordinates[code] ?? 0)
    for (let k = at + 1; k < end; k += 2) points.push(shown(k))
  }
  yield points
}

function areaOf(points: readonly Point[]): Area {
  const area = { x0: Number.POSITIVE_INFINITY, y0: Number.POSITIVE_INFINITY, x1: -1e9, y1: -1e9 }
  for (const [x, y] of points) {
    area.x0 = Math.min(area.x0, x)
    area.y0 = Math.min(area.y0, y)
    area.x1 = Math.max(area.x1, x)
    area.y1 = Math.max(area.y1, y)
  }
  return area
}

/** What a path shows: lines along the axes as rules, the rest as areas. A stroked rectangle is four rules. */
export function partsOfPath(
  data: Float32Array,
  matrix: Matrix,
  stroked: boolean,
): { rules: Rule[]; areas: Area[] } {
  const rules: Rule[] = []
  const areas: Area[] = []
  for (const points of subpaths(data, matrix)) {
    if (points.length < 2) continue
    const whole = ruleOf(areaOf(points))
    const lines = stroked && !whole && points.length <= 6 ? linesOf(points) : []
    if (whole) rules.push(whole)
    else if (lines.length > 0) rules.push(...lines)
    else areas.push(areaOf(points))
  }
  return { rules, areas }
}

function linesOf(points: readonly Point[]): Rule[] {
  return points.slice(1).flatMap((point, at) => ruleOf(areaOf([points[at] ?? point, point])) ?? [])
}
