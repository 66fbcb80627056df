import { addTo, leastOf, mostOf } from './extremes.ts'
import { bottomOf, type Line, topOf } from './lines.ts'
import type { Area } from './page-content.ts'

/** Part of a page with the same columns from its top to its bottom; the columns from left to right. */
export interface Band {
  top: number
  bottom: number
  columns: Line[][]
}

/** Where a column begins: the white before it runs from `from` to `x`. */
interface Gutter {
  x: number
  from: number
}

interface Stretch {
  top: number
  bottom: number
  lines: number
}

/** In points. */
const SAME_EDGE = 2.5
const STRIP = 3
const NARROWEST = 60
/** Lines on each side that show two columns; fewer where other pages have them at the same place. */
const LINES = 3
/** Of the width of the column, lines that are text and no cells. */
const FILL = 0.55
/** More changes between columns and whole lines on a page are no layout. */
const MOST_STRETCHES = 50

const widthOf = (line: Line): number => line.x1 - line.x0

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Left edges that several lines share, away from the page's first. */
function edgesOf(lines: readonly Line[], extent: Area): number[] {
  const counts = new Map<number, Line[]>()
  for (const line of lines) {
    if (line.x0 < extent.x0 + NARROWEST || widthOf(line) < NARROWEST / 2) continue
    const at = Math.round(line.x0)
    addTo(counts, at, line)
  }
  const found: number[] = []
  for (const [at, same] of [...counts].toSorted((a, b) => b[1].length - a[1].length)) {
    const around = [at - 1, at, at + 1].flatMap((x) => counts.get(x) ?? [])
    if (around.length >= LINES && found.every((x) => Math.abs(x - at) > 4 * SAME_EDGE))
      found.push(leastOf(same, ({ x0 }) => x0))
    if (found.length >= 12) break
  }
  return found
}

const crosses = (item: Area | Line, x: number): boolean => item.x0 < x - STRIP && item.x1 > x - STRIP

/** Lines that stand on one baseline with none of those, both from top to bottom. */
function besideNone(lines: readonly Line[], others: readonly Line[]): Line[] {
  let at = 0
  return lines.filter(({ y, size }) => {
    while ((others[at]?.y ?? Number.POSITIVE_INFINITY) < y - SAME_BASELINE * size) at++
    return (others[at]?.y ?? Number.POSITIVE_INFINITY) > y + SAME_BASELINE * size
  })
}

/** In ems. */
const SAME_BASELINE = 0.3

/**
 * Stretches of the page where nothing crosses the place before `x`, with the lines in them. What stands beside a line that
 * crosses it belongs to none.
 */
function stretches(all: readonly Line[], obstacles: readonly Area[], x: number): Line[][] {
  const sorted = all.toSorted((a, b) => a.y - b.y)
  const crossing = sorted.filter((line) => crosses(line, x))
  const free = besideNone(
    sorted.filter((line) => !crosses(line, x)),
    crossing,
  )
  const barriers = obstacles.filter((area) => crosses(area, x)).map((area) => (area.y0 + area.y1) / 2)
  const events = [
    ...free.map((line) => ({ y: line.y, line, barrier: false })),
    ...crossing.map((line) => ({ y: line.y, line, barrier: true })),
    ...barriers.map((y) => ({ y, line: null, barrier: true })),
  ].toSorted((a, b) => a.y - b.y)
  const found: Line[][] = [[]]
  let whole: Line | null = null
  events.forEach(({ line, barrier }, at) => {
    const ends =
      !barrier && line !== null && whole !== null && endsWhole(line, whole, events[at + 1]?.line ?? null)
    if (barrier || ends) found.push([])
    else if (line) found.at(-1)?.push(line)
    whole = barrier ? line : null
  })
  return found.filter((stretch) => stretch.length > 0)
}

/** The last, short line of a paragraph that goes over all columns: close below it, set alike, with nothing beside it. */
function endsWhole(line: Line, whole: Line, next: Line | null): boolean {
  const close = line.y - whole.y < 1.45 * line.size && Math.abs(line.size - whole.size) < 0.3
  const alone = next === null || next.y - line.y > 0.6 * line.size
  return close && alone && Math.abs(line.x0 - whole.x0) < 2 * line.size
}

/** Of the width of its column, a line of running text that goes on below. */
const FULL = 0.75
/** Letters of it, an ideograph as two; cells seldom have as many. */
const MIN_FULL_LETTERS = 16
/** Share of a column's rows that are full lines where tables or figures stand among them. */
const MIN_FULL_SHARE = 0.2

/** What shows that lines of one side are text. */
interface SideRows {
  width: number
  fills: number[]
  full: number
}

const lettersOf = ({ text }: Line): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

function sideRows(lines: readonly Line[]): SideRows {
  const x0 = leastOf(lines, (line) => line.x0)
  const width = mostOf(lines, (line) => line.x1) - x0
  const rows = [...Map.groupBy(lines, (line) => Math.round(line.y / 3)).values()]
  const fills = rows.map((row) => row.reduce((sum, line) => sum + widthOf(line), 0) / width)
  const full = lines.filter((line) => widthOf(line) >= FULL * width && lettersOf(line) >= MIN_FULL_LETTERS)
  return { width, fills, full: full.length }
}

/** Whether most rows fill their column, or enough of them are full lines beside what a table or figure has. */
const isText = ({ width, fills, full }: SideRows): boolean =>
  width >= NARROWEST && (median(fills) >= FILL || full >= Math.max(LINES, MIN_FULL_SHARE * fills.length))

/** Whether a side is text where other pages have a column: a few full lines tell, for cells have none. */
const isKnownText = ({ width, fills, full }: SideRows): boolean =>
  width >= NARROWEST && (median(fills) >= FILL * 0.8 || full >= Math.min(2, fills.length / 3))

/**
 * Whether lines on both sides are columns: text that stands beside each other. Where other pages have the same columns
 * one side of text is enough, whatever the other holds.
 */
function areColumns(lines: readonly Line[], x: number, known: boolean): boolean {
  const left = lines.filter((line) => line.x1 <= x - STRIP)
  const right = lines.filter((line) => line.x0 >= x - STRIP)
  const needed = known ? 1 : LINES
  if (left.length < needed || right.length < needed) return false
  if (leastOf(right, ({ x0 }) => x0) > x + 2 * STRIP || !beside(left, right)) return false
  const sides = [sideRows(left), sideRows(right)]
  return known ? sides.some(isKnownText) && sides.every(({ width }) => width > 0) : sides.every(isText)
}

function beside(left: readonly Line[], right: readonly Line[]): boolean {
  const span = (lines: readonly Line[]) => [leastOf(lines, topOf), mostOf(lines, bottomOf)]
  const [leftTop = 0, leftBottom = 0] = span(left)
  const [rightTop = 0, rightBottom = 0] = span(right)
  return Math.min(leftBottom, rightBottom) > Math.max(leftTop, rightTop)
}

/** Cells of a row of a table that reaches over two columns. */
const MIN_CELLS = 3

/** Whether lines of one height are cells on both sides of a place, and none of them is text. */
const areCells = (row: readonly Line[], x: number): boolean =>
  row.length >= MIN_CELLS &&
  row.some((line) => line.x1 <= x - STRIP) &&
  row.some((line) => line.x0 >= x - STRIP) &&
  row.every((line) => lettersOf(line) < MIN_FULL_LETTERS)

/** A stretch without the rows of a table at its ends whose cells happen to leave the place free. */
function withoutCells(lines: readonly Line[], x: number): Line[] {
  const rows: Line[][] = []
  for (const line of lines) {
    const first = rows.at(-1)?.[0]
    if (first && Math.abs(line.y - first.y) < 0.3 * line.size) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const from = rows.findIndex((row) => !areCells(row, x))
  const to = rows.findLastIndex((row) => !areCells(row, x))
  return from < 0 ? [] : rows.slice(from, to + 1).flat()
}

/** Lines on each side of an edge that no other page has. */
const LINES_ALONE = 6

/** The page's gutters with the stretches where they part columns. */
function guttersOf(
  lines: readonly Line[],
  obstacles: readonly Area[],
  extent: Area,
  known: readonly number[],
): { gutter: Gutter; stretches: Stretch[] }[] {
  const edges = [...known, ...edgesOf(lines, extent)]
  const found: { gutter: Gutter; stretches: Stretch[] }[] = []
  for (const x of edges) {
    if (found.some(({ gutter }) => Math.abs(gutter.x - x) < NARROWEST)) continue
    const isKnown = known.includes(x)
    const parts = stretches(lines, obstacles, x)
      .map((part) => withoutCells(part, x))
      .filter((part) => areColumns(part, x, isKnown))
      .slice(0, MOST_STRETCHES)
    const strongest = mostOf(parts, (part) => strengthOf([part], x))
    if (parts.length === 0 || (!isKnown && strongest < LINES_ALONE)) continue
    found.push({
      gutter: { x, from: x - STRIP },
      stretches: parts.map((part) => ({
        top: leastOf(part, topOf),
        bottom: mostOf(part, bottomOf),
        lines: strengthOf([part], x),
      })),
    })
  }
  return found
}

/** How many lines of text show that a column begins there. */
const strengthOf = (parts: readonly Line[][], x: number): number =>
  parts.reduce((sum, part) => {
    const left = part.filter((line) => line.x1 <= x - STRIP).length
    return sum + Math.min(left, part.length - left)
  }, 0)

export interface PageArea {
  lines: readonly Line[]
  obstacles: readonly Area[]
  extent: Area
}

/** Left edges of columns that enough pages show, the clearest first: they hold for pages where columns show less. */
export function knownEdges(pages: readonly PageArea[]): number[] {
  const votes: { x: number; weight: number; pages: number }[] = []
  for (const { lines, obstacles, extent } of pages)
    for (const { gutter, stretches: parts } of guttersOf(lines, obstacles, extent, [])) {
      const weight = parts.reduce((sum, part) => sum + part.lines, 0)
      const vote = votes.find(({ x }) => Math.abs(x - gutter.x) <= 2 * SAME_EDGE)
      if (!vote) votes.push({ x: gutter.x, weight, pages: 1 })
      else Object.assign(vote, { weight: vote.weight + weight, pages: vote.pages + 1 })
    }
  return votes
    .filter(({ weight, pages: seen }) => weight >= 3 * LINES_ALONE && (seen > 1 || pages.length < 4))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ x }) => x)
}

/**
 * A page's lines in bands of columns, from top to bottom: a line, rule or picture that crosses the white between columns
 * ends a band. `known` are left edges of columns on other pages.
 */
export function bandsOf(
  lines: readonly Line[],
  obstacles: readonly Area[],
  extent: Area,
  known: readonly number[],
): Band[] {
  const gutters = guttersOf(lines, obstacles, extent, known)
  const activeAt = (y: number): number[] =>
    gutters
      .filter(({ stretches: all }) => all.some(({ top, bottom }) => y >= top && y <= bottom))
      .map(({ gutter }) => gutter.x)
      .toSorted((a, b) => a - b)
  const stretchAt = (y: number): string =>
    gutters.map(({ stretches: all }) => all.findIndex(({ top, bottom }) => y >= top && y <= bottom)).join(' ')
  const bands: Band[] = []
  let current = ''
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const edges = activeAt(line.y)
    const key = stretchAt(line.y)
    if (key !== current || bands.length === 0) {
      bands.push({ top: topOf(line), bottom: bottomOf(line), columns: [[], ...edges.map(() => [])] })
      current = key
    }
    const band = bands.at(-1)
    const column = edges.filter((x) => line.x0 >= x - STRIP).length
    band?.columns[Math.min(column, band.columns.length - 1)]?.push(line)
    if (band) band.bottom = Math.max(band.bottom, bottomOf(line))
  }
  return bands
}
