import { maxOf, minOf } from './extremes.ts'
import { groupLines } from './group-lines.ts'
import { bottomOf, type PdfLine, topOf } from './lines.ts'
import { rotatePoint } from './matrix.ts'
import type { Area, DrawnRule, PageContent, RotatedGlyphs } from './page-content.ts'
import { groupWords, writtenText } from './words.ts'

/** A line at an angle, with its area on the page. */
export interface AngledLine {
  text: string
  area: Area
}

/** The lines and drawings of a page, which are kept after its glyphs are released. */
export interface PdfPage {
  /** From 1. */
  page: number
  /** In points, as displayed. */
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  origin?: { x: number; y: number }
  /** From top to bottom. */
  lines: PdfLine[]
  /** Text at an angle to the page; `withoutMarginMarks` adds marks in the margin. */
  asides: AngledLine[]
  rules: DrawnRule[]
  pictures: Area[]
  /** Share of the page on which something other than text is drawn, 0–1. */
  ink: number
  /** Pictures and drawings, merged where they touch. */
  drawn: Area[]
  /** Number of characters of horizontal text, without spaces. */
  characters: number
  /** Number of characters of text at an angle. */
  angledCharacters: number
  /** Number of invisible characters. */
  invisible: number
  /** Number of glyphs without a meaning in Unicode. */
  unmapped: number
  /** Number of glyphs without a meaning between lower-case letters, which break words. */
  broken: number
  /** Whether the page has more glyphs than are read. */
  isTruncated: boolean
}

/** Builds a page from its content: groups glyphs into words and lines, and measures and merges its drawings. */
export function buildPage(content: PageContent): PdfPage {
  const { page, width, height, rotation, origin, glyphs, rotated, rules, pictures } = content
  return {
    page,
    width,
    height,
    rotation,
    ...(origin && { origin }),
    lines: groupLines(page, groupWords(glyphs)),
    asides: rotated.flatMap((group) => angledLines(page, group)),
    rules,
    pictures,
    ink: inkShare(content),
    drawn: findDrawnAreas(content),
    characters: glyphs.filter(({ text }) => text.trim() !== '').length,
    angledCharacters: rotated.reduce((sum, group) => sum + group.glyphs.length, 0),
    invisible: content.invisible,
    unmapped: content.unmapped,
    broken: 0,
    isTruncated: content.isTruncated,
  }
}

/** Builds the lines of text at one angle, with their areas in page coordinates. */
const angledLines = (page: number, { angle, glyphs }: RotatedGlyphs): AngledLine[] =>
  groupLines(page, groupWords(glyphs)).map((line) => {
    const corners = [line.x0, line.x1].flatMap((x) =>
      [topOf(line), bottomOf(line)].map((y) => rotatePoint({ x, y }, angle)),
    )
    const area = {
      x0: minOf(corners, ({ x }) => x),
      x1: maxOf(corners, ({ x }) => x),
      y0: minOf(corners, ({ y }) => y),
      y1: maxOf(corners, ({ y }) => y),
    }
    return { text: writtenText(line), area }
  })

/** Returns the size of an area in square points. */
const areaOf = ({ x0, x1, y0, y1 }: Area): number => (x1 - x0) * (y1 - y0)

/** Grid into which a page is divided to measure its ink. */
const GRID_COLUMNS = 50
const GRID_ROWS = 70
/** Share of the page from which a shape is its background and no ink. */
const MAX_SHAPE_SHARE = 0.5

/**
 * Returns the share of a page, 0–1, on which something other than text is drawn: pictures in one piece or in strips,
 * the small stencils of which some scanners compose a page, letters drawn as shapes.
 */
function inkShare({ width, height, pictures, specks, shapes }: PageContent): number {
  if (!(width > 0 && height > 0)) return 0
  const touched = new Uint8Array(GRID_COLUMNS * GRID_ROWS)
  const foreground = shapes.filter((shape) => areaOf(shape) < MAX_SHAPE_SHARE * width * height)
  for (const area of [...pictures, ...specks, ...foreground]) markTouched(touched, area, width, height)
  return touched.reduce((sum, square) => sum + square, 0) / touched.length
}

/** Sets the squares of the grid that an area touches to 1. */
function markTouched(touched: Uint8Array, { x0, x1, y0, y1 }: Area, width: number, height: number): void {
  const left = Math.max(0, Math.floor((x0 / width) * GRID_COLUMNS))
  const right = Math.min(GRID_COLUMNS, Math.ceil((x1 / width) * GRID_COLUMNS))
  const bottom = Math.min(GRID_ROWS, Math.ceil((y1 / height) * GRID_ROWS))
  if (left >= right) return
  for (let row = Math.max(0, Math.floor((y0 / height) * GRID_ROWS)); row < bottom; row += 1)
    touched.fill(1, row * GRID_COLUMNS + left, row * GRID_COLUMNS + right)
}

/** Minimum width and height of a figure, and the gap within which drawings are one, in points. */
const MIN_FIGURE_SIZE = 30
const MAX_DRAWING_GAP = 12
/** Share of the page from which a drawing is its background and no figure. */
const MAX_FIGURE_SHARE = 0.7
/** Bounds the shapes, vertical rules and merged areas of a page that are considered. */
const MAX_SHAPES = 3_000
const MAX_RULES = 500
const MAX_AREAS = 200

/** Returns the areas of pictures and drawings on a page; areas that touch are merged. */
function findDrawnAreas({ pictures, shapes, rules, width, height }: PageContent): Area[] {
  const parts = [
    ...pictures,
    ...shapes.slice(0, MAX_SHAPES),
    ...rules.filter(({ isHorizontal }) => !isHorizontal).slice(0, MAX_RULES),
  ].filter((area) => areaOf(area) < MAX_FIGURE_SHARE * width * height)
  const merged: Area[] = []
  for (const part of parts.toSorted((a, b) => a.y0 - b.y0)) {
    const touched = merged.findLast((area) => areClose(area, part))
    if (touched) {
      touched.x0 = Math.min(touched.x0, part.x0)
      touched.x1 = Math.max(touched.x1, part.x1)
      touched.y0 = Math.min(touched.y0, part.y0)
      touched.y1 = Math.max(touched.y1, part.y1)
    } else if (merged.length < MAX_AREAS) merged.push({ ...part })
  }
  return merged.filter((area) => area.x1 - area.x0 > MIN_FIGURE_SIZE && area.y1 - area.y0 > MIN_FIGURE_SIZE)
}

/** Returns whether two areas overlap or have at most `MAX_DRAWING_GAP` between them. */
const areClose = (a: Area, b: Area): boolean =>
  b.x0 < a.x1 + MAX_DRAWING_GAP &&
  b.x1 > a.x0 - MAX_DRAWING_GAP &&
  b.y0 < a.y1 + MAX_DRAWING_GAP &&
  b.y1 > a.y0 - MAX_DRAWING_GAP
