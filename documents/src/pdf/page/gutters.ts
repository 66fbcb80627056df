// Finds the gutters of a page: strips of white space before the left edges of columns.
import { addToList, maxOf, minOf } from './extremes.ts'
import { bottomOf, isSameSize, type PdfLine, topOf } from './lines.ts'
import type { Area } from './page-content.ts'
import {
  areColumns,
  BASELINE_TOLERANCE_EM,
  GUTTER_TOLERANCE,
  lineWidth,
  MIN_COLUMN_LINES,
  MIN_COLUMN_WIDTH,
  withoutCells,
} from './text-sides.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text.

/** The lines of a page, the rules and pictures that end columns, and the area around all lines. */
export interface PageArea {
  lines: readonly PdfLine[]
  obstacles: readonly Area[]
  extent: Area
}

/** Minimum strength of the strongest section of a gutter that no other page confirms. */
export const MIN_UNCONFIRMED_LINES = 6

/** A part of a page, between two heights in points, in which a gutter separates columns. */
interface GutterSection {
  top: number
  bottom: number
  /** Number of lines of text that show it, see `gutterStrength`. */
  strength: number
}

/** The white space before the left edge `x` of a column, with the sections in which it separates columns. */
interface Gutter {
  x: number
  sections: GutterSection[]
}

/** Largest number of sections of a page; more changes between columns and full-width lines are no layout. */
const MAX_SECTIONS = 50

/**
 * Returns the gutters of a page.
 *
 * @param knownEdges left edges of columns on other pages, which need less evidence here
 */
export function findGutters({ lines, obstacles, extent }: PageArea, knownEdges: readonly number[]): Gutter[] {
  const gutters: Gutter[] = []
  for (const x of [...knownEdges, ...findLeftEdges(lines, extent)]) {
    if (gutters.some((gutter) => Math.abs(gutter.x - x) < MIN_COLUMN_WIDTH)) continue
    const isKnown = knownEdges.includes(x)
    const sections = findSections(lines, obstacles, x)
      .map((section) => withoutCells(section, x))
      .filter((section) => areColumns(section, x, isKnown))
      .slice(0, MAX_SECTIONS)
      .map((section) => ({
        top: minOf(section, topOf),
        bottom: maxOf(section, bottomOf),
        strength: gutterStrength(section, x),
      }))
    const strongest = maxOf(sections, (section) => section.strength)
    if (sections.length > 0 && (isKnown || strongest >= MIN_UNCONFIRMED_LINES)) gutters.push({ x, sections })
  }
  return gutters
}

/** Left edges on one page within this distance are not considered separately. */
const MIN_EDGE_DISTANCE = 10
/** Largest number of left edges of a page that are considered. */
const MAX_EDGES = 12

/** Returns left edges that several lines share, away from the left edge of the page, the most frequent first. */
function findLeftEdges(lines: readonly PdfLine[], extent: Area): number[] {
  /** Lines by their left edge, rounded to a point. */
  const linesAt = new Map<number, PdfLine[]>()
  for (const line of lines) {
    if (line.x0 < extent.x0 + MIN_COLUMN_WIDTH || lineWidth(line) < MIN_COLUMN_WIDTH / 2) continue
    addToList(linesAt, Math.round(line.x0), line)
  }
  const edges: number[] = []
  for (const [edge, edgeLines] of [...linesAt].toSorted((a, b) => b[1].length - a[1].length)) {
    const nearby = [edge - 1, edge, edge + 1].flatMap((x) => linesAt.get(x) ?? [])
    if (nearby.length >= MIN_COLUMN_LINES && edges.every((x) => Math.abs(x - edge) > MIN_EDGE_DISTANCE))
      edges.push(minOf(edgeLines, ({ x0 }) => x0))
    if (edges.length >= MAX_EDGES) break
  }
  return edges
}

/**
 * Returns the lines of each section of a page in which nothing crosses the gutter before `x`. A line next to one that
 * crosses it belongs to no section, nor does the last line of a paragraph across all columns.
 */
function findSections(lines: readonly PdfLine[], obstacles: readonly Area[], x: number): PdfLine[][] {
  const elements = elementsAround(lines, obstacles, x)
  const sections: PdfLine[][] = [[]]
  /** The full-width line just before, if any. */
  let wideLine: PdfLine | null = null
  elements.forEach(({ line, isBarrier }, at) => {
    const endsWideParagraph =
      !isBarrier &&
      line !== null &&
      wideLine !== null &&
      endsFullWidthParagraph(line, wideLine, elements[at + 1]?.line ?? null)
    if (isBarrier || endsWideParagraph) sections.push([])
    else if (line) sections.at(-1)?.push(line)
    wideLine = isBarrier ? line : null
  })
  return sections.filter((section) => section.length > 0)
}

/** A line of text or an obstacle, at its height on a page. */
interface PageElement {
  y: number
  /** Null for an obstacle. */
  line: PdfLine | null
  /** Whether it crosses the gutter. */
  isBarrier: boolean
}

/**
 * Returns the lines and the obstacles that matter for a gutter before `x`, from top to bottom. Lines next to a line
 * that crosses it are left out.
 */
function elementsAround(lines: readonly PdfLine[], obstacles: readonly Area[], x: number): PageElement[] {
  const sorted = lines.toSorted((a, b) => a.y - b.y)
  const crossing = sorted.filter((line) => crossesGutter(line, x))
  const free = linesWithoutNeighbor(
    sorted.filter((line) => !crossesGutter(line, x)),
    crossing,
  )
  const obstacleHeights = obstacles
    .filter((area) => crossesGutter(area, x))
    .map((area) => (area.y0 + area.y1) / 2)
  return [
    ...free.map((line) => ({ y: line.y, line, isBarrier: false })),
    ...crossing.map((line) => ({ y: line.y, line, isBarrier: true })),
    ...obstacleHeights.map((y) => ({ y, line: null, isBarrier: true })),
  ].toSorted((a, b) => a.y - b.y)
}

/** Returns whether something lies on both sides of the left edge `x` of a column. */
const crossesGutter = (item: Area | PdfLine, x: number): boolean =>
  item.x0 < x - GUTTER_TOLERANCE && item.x1 > x - GUTTER_TOLERANCE

/** Returns the lines that have no other line on the same baseline. Both lists are sorted from top to bottom. */
function linesWithoutNeighbor(lines: readonly PdfLine[], others: readonly PdfLine[]): PdfLine[] {
  let at = 0
  return lines.filter(({ y, size }) => {
    while ((others[at]?.y ?? Number.POSITIVE_INFINITY) < y - BASELINE_TOLERANCE_EM * size) at++
    return (others[at]?.y ?? Number.POSITIVE_INFINITY) > y + BASELINE_TOLERANCE_EM * size
  })
}

/**
 * Bounds of the step between lines of a paragraph: smaller is between lines side by side, larger between paragraphs.
 */
const MIN_STEP_EM = 0.6
const MAX_STEP_EM = 1.45
/** Largest indent of the last line of a paragraph. */
const MAX_INDENT_EM = 2

/**
 * Returns whether a line is the short last line of a paragraph that spans all columns: close below it, in the same
 * size, with nothing next to it.
 */
function endsFullWidthParagraph(line: PdfLine, wideLine: PdfLine, next: PdfLine | null): boolean {
  const { y, x0, size } = line
  const isClose = y - wideLine.y < MAX_STEP_EM * size && isSameSize(size, wideLine.size)
  const isAlone = next === null || next.y - y > MIN_STEP_EM * size
  return isClose && isAlone && Math.abs(x0 - wideLine.x0) < MAX_INDENT_EM * size
}

/** Returns how many lines of a section show that a column begins at `x`: those on the side with fewer. */
function gutterStrength(section: readonly PdfLine[], x: number): number {
  const left = section.filter((line) => line.x1 <= x - GUTTER_TOLERANCE).length
  return Math.min(left, section.length - left)
}
