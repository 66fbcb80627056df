import { drawnAreas } from './drawn-areas.ts'
import { leastOf, mostOf } from './extremes.ts'
import { inkShare } from './ink.ts'
import { bottomOf, type Line, linesOf, topOf } from './lines.ts'
import { turnedBy } from './matrix.ts'
import type { Area, PageContent, Rule, Turned } from './page-content.ts'
import { wordsOf, writtenText } from './words.ts'

/** A line at an angle, with its place on the page. */
export interface Aside {
  text: string
  area: Area
}

/** A page's lines and drawings: what is kept of it when its glyphs are done with. */
export interface Page {
  page: number
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  origin?: { x: number; y: number }
  lines: Line[]
  /** Text at an angle to the page. */
  asides: Aside[]
  rules: Rule[]
  pictures: Area[]
  /** The share of the page where something other than text is drawn. */
  ink: number
  /** Pictures and drawings, those that touch as one. */
  drawn: Area[]
  characters: number
  /** Characters at an angle. */
  turned: number
  invisible: number
  unmapped: number
  /** Glyphs without a meaning between small letters: words that are not whole. */
  broken: number
  /** More was drawn than is read. */
  cut: boolean
}

/** Lines of text at one angle, turned back to where they stand. */
const asidesOf = (page: number, { angle, glyphs }: Turned): Aside[] =>
  linesOf(page, wordsOf(glyphs)).map((line) => {
    const corners = [line.x0, line.x1].flatMap((x) =>
      [topOf(line), bottomOf(line)].map((y) => turnedBy({ x, y }, angle)),
    )
    const area = {
      x0: leastOf(corners, ({ x }) => x),
      x1: mostOf(corners, ({ x }) => x),
      y0: leastOf(corners, ({ y }) => y),
      y1: mostOf(corners, ({ y }) => y),
    }
    return { text: writtenText(line), area }
  })

/** Glyphs → lines. */
export function pageOf(content: PageContent): Page {
  const { page, width, height, rotation, origin, glyphs, turned, rules, pictures, invisible, unmapped, cut } =
    content
  return {
    page,
    width,
    height,
    rotation,
    ...(origin && { origin }),
    lines: linesOf(page, wordsOf(glyphs)),
    asides: turned.flatMap((group) => asidesOf(page, group)),
    rules,
    pictures,
    ink: inkShare(content),
    drawn: drawnAreas(content),
    characters: glyphs.filter(({ text }) => text.trim() !== '').length,
    turned: turned.reduce((sum, group) => sum + group.glyphs.length, 0),
    invisible,
    unmapped,
    broken: 0,
    cut,
  }
}
