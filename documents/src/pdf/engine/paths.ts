import type { Matrix } from '../page/matrix.ts'
import type { Area, DrawnRule } from '../page/page-content.ts'

/** Returns the bounding area of a transformed rectangle. */
export function transformArea([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Area): Area {
  const xs = [a * x0 + c * y0 + e, a * x1 + c * y0 + e, a * x0 + c * y1 + e, a * x1 + c * y1 + e]
  const ys = [b * x0 + d * y0 + f, b * x1 + d * y0 + f, b * x0 + d * y1 + f, b * x1 + d * y1 + f]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** Bounds the points of a stroked shape whose edges may be rules: a rectangle has five. */
const MAX_STROKED_POINTS = 6

/**
 * Splits a path into rules (lines along the axes) and areas, in points. A stroked rectangle gives four rules.
 *
 * @param data the path as pdf.js packs it
 * @param matrix transforms the coordinates of the path to points on the page
 * @param isStroked whether its outline is drawn; else it is filled, and only as a whole can be a rule
 */
export function readPath(
  data: Float32Array,
  matrix: Matrix,
  isStroked: boolean,
): { rules: DrawnRule[]; areas: Area[] } {
  const rules: DrawnRule[] = []
  const areas: Area[] = []
  for (const points of readSubpaths(data, matrix)) {
    if (points.length < 2) continue
    const whole = toRule(boundsOfPoints(points))
    const edges = isStroked && !whole && points.length <= MAX_STROKED_POINTS ? edgeRules(points) : []
    if (whole) rules.push(whole)
    else if (edges.length > 0) rules.push(...edges)
    else areas.push(boundsOfPoints(points))
  }
  return { rules, areas }
}

/** Codes in the path data of pdf.js. */
const MOVE_CODE = 0
const CLOSE_CODE = 4
/** How many coordinates follow each code: move (0), line (1), cubic curve (2), quadratic curve (3), close (4). */
const COORDINATE_COUNTS = [2, 2, 6, 4, 0]

type PathPoint = readonly [x: number, y: number]

/**
 * Yields the subpaths of a path as lists of displayed points, curves with their control points; the first may be empty.
 * `data` is a sequence of a code and its coordinates, see `COORDINATE_COUNTS`.
 */
function* readSubpaths(data: Float32Array, [a, b, c, d, e, f]: Matrix): Generator<PathPoint[]> {
  let points: PathPoint[] = []
  const pointAt = (at: number): PathPoint => {
    const x = data[at] ?? 0
    const y = data[at + 1] ?? 0
    return [a * x + c * y + e, b * x + d * y + f]
  }
  for (let at = 0; at < data.length; at += 1 + (COORDINATE_COUNTS[data[at] ?? CLOSE_CODE] ?? 0)) {
    const code = data[at] ?? CLOSE_CODE
    if (code === MOVE_CODE) {
      yield points
      points = []
    }
    if (code === CLOSE_CODE && points[0]) points.push(points[0])
    const end = at + (COORDINATE_COUNTS[code] ?? 0)
    for (let k = at + 1; k < end; k += 2) points.push(pointAt(k))
  }
  yield points
}

/** Largest thickness of a filled rectangle that counts as a rule, and smallest length of a rule, in points. */
const MAX_RULE_THICKNESS = 2.5
const MIN_RULE_LENGTH = 8

/** Returns the rule that an area is, or null when it is too thick or too short. */
const toRule = (area: Area): DrawnRule | null => {
  const width = area.x1 - area.x0
  const height = area.y1 - area.y0
  if (Math.min(width, height) > MAX_RULE_THICKNESS || Math.max(width, height) < MIN_RULE_LENGTH) return null
  return { ...area, isHorizontal: width >= height }
}

/** The area of no points. */
const EMPTY_AREA: Area = {
  x0: Number.POSITIVE_INFINITY,
  y0: Number.POSITIVE_INFINITY,
  x1: Number.NEGATIVE_INFINITY,
  y1: Number.NEGATIVE_INFINITY,
}

/** Returns the smallest area around points. */
function boundsOfPoints(points: readonly PathPoint[]): Area {
  const area = { ...EMPTY_AREA }
  for (const [x, y] of points) {
    area.x0 = Math.min(area.x0, x)
    area.y0 = Math.min(area.y0, y)
    area.x1 = Math.max(area.x1, x)
    area.y1 = Math.max(area.y1, y)
  }
  return area
}

/** Returns the edges of a subpath that are rules. */
function edgeRules(points: readonly PathPoint[]): DrawnRule[] {
  return points.slice(1).flatMap((point, at) => toRule(boundsOfPoints([points[at] ?? point, point])) ?? [])
}
