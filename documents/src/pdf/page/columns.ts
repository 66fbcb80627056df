// Finds the columns of a page. A column shows by its left edge, which several lines share, and by the gutter before
// it, a strip of white space. Each shared edge is tried: the page is cut into sections that nothing crosses at that
// place, and the gutter counts where both sides of a section are running text. Evidence is collected over all pages
// first, so that pages with few lines need less.

import { findGutters, MIN_UNCONFIRMED_LINES, type PageArea } from './gutters.ts'
import type { PdfLine } from './lines.ts'
import { GUTTER_TOLERANCE } from './text-sides.ts'

// Distances are in points.

/** A part of a page with the same columns from top to bottom. */
export interface ColumnBand {
  /** The lines of each column, from top to bottom. Columns are ordered from left to right and may be empty. */
  columns: PdfLine[][]
}

/** Left edges of columns on two pages are one within this distance. */
const EDGE_TOLERANCE = 5
/** Minimum strength of a gutter over all pages together from which its position is known. */
const MIN_KNOWN_LINES = 3 * MIN_UNCONFIRMED_LINES
/** Pages of a short document, in which one page shows the columns of all. */
const MAX_SHORT_PAGES = 3

/**
 * Returns left edges of columns, in points, that at least two pages, or one of a short document, show clearly, the
 * strongest first. They are meant for `splitIntoBands`, for pages where columns are less evident.
 */
export function findKnownEdges(pages: readonly PageArea[]): number[] {
  /** The gutters of all pages; `weight` is the sum of their strengths, `pages` the number of pages that have them. */
  const votes: { x: number; weight: number; pages: number }[] = []
  for (const page of pages)
    for (const { x, sections } of findGutters(page, [])) {
      const weight = sections.reduce((sum, { strength }) => sum + strength, 0)
      const vote = votes.find((other) => Math.abs(other.x - x) <= EDGE_TOLERANCE)
      if (!vote) votes.push({ x, weight, pages: 1 })
      else Object.assign(vote, { weight: vote.weight + weight, pages: vote.pages + 1 })
    }
  return votes
    .filter((vote) => vote.weight >= MIN_KNOWN_LINES && (vote.pages > 1 || pages.length <= MAX_SHORT_PAGES))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ x }) => x)
}

/**
 * Splits the lines of a page into bands of columns, from top to bottom. A line, rule or picture that crosses the
 * space between columns ends a band.
 *
 * @param knownEdges left edges of columns on other pages
 */
export function splitIntoBands(page: PageArea, knownEdges: readonly number[]): ColumnBand[] {
  const gutters = findGutters(page, knownEdges)
  /** For each gutter, the index of its section at a height, −1 where it separates no columns. */
  const sectionIndices = (y: number): number[] =>
    gutters.map(({ sections }) => sections.findIndex(({ top, bottom }) => y >= top && y <= bottom))
  const bands: ColumnBand[] = []
  /** The sections of the line before; lines with the same sections form one band. */
  let lastKey = ''
  for (const line of page.lines.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const indices = sectionIndices(line.y)
    const edges = gutters.flatMap(({ x }, at) => (indices[at] === -1 ? [] : [x])).toSorted((a, b) => a - b)
    const key = indices.join(' ')
    if (key !== lastKey || bands.length === 0) {
      bands.push({ columns: [[], ...edges.map(() => [])] })
      lastKey = key
    }
    const band = bands.at(-1)
    const column = edges.filter((x) => line.x0 >= x - GUTTER_TOLERANCE).length
    band?.columns[Math.min(column, band.columns.length - 1)]?.push(line)
  }
  return bands
}
