import { findDrawnAreas } from './drawn-areas.ts'
import { maxOf, minOf } from './extremes.ts'
import { inkShare } from './ink.ts'
import { bottomOf, groupLines, type PdfLine, topOf } from './lines.ts'
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
  page: number
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  origin?: { x: number; y: number }
  lines: PdfLine[]
  /** Text at an angle to the page. */
  asides: AngledLine[]
  rules: DrawnRule[]
  pictures: Area[]
  /** Share of the page on which something other than text is drawn. */
  ink: number
  /** Pictures and drawings, merged where they touch. */
  drawn: Area[]
  characters: number
  /** Number of characters at an angle. */
  turned: number
  invisible: number
  unmapped: number
  /** Number of glyphs without a meaning between lower-case letters, which break words. */
  broken: number
  /** Whether the page has more glyphs than are read. */
  cut: boolean
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

/** Builds a page from its content: groups glyphs into words and lines. */
export function buildPage(content: PageContent): PdfPage {
  const { page, width, height, rotation, origin, glyphs, turned, rules, pictures, invisible, unmapped, cut } =
    content
  return {
    page,
    width,
    height,
    rotation,
    ...(origin && { origin }),
    lines: groupLines(page, groupWords(glyphs)),
    asides: turned.flatMap((group) => angledLines(page, group)),
    rules,
    pictures,
    ink: inkShare(content),
    drawn: findDrawnAreas(content),
    characters: glyphs.filter(({ text }) => text.trim() !== '').length,
    turned: turned.reduce((sum, group) => sum + group.glyphs.length, 0),
    invisible,
    unmapped,
    broken: 0,
    cut,
  }
}
