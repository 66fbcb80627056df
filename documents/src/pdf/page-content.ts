/** How a glyph is set: one object for all that look the same, compared by identity. */
export interface GlyphStyle {
  /** Of the font, without the six letters of a subset. */
  font: string
  bold: boolean
  italic: boolean
  mono: boolean
  /** In points, as shown. */
  size: number
  /** `#rrggbb` */
  colour: string
}

/** One glyph where it is shown, in points from the top left corner. */
export interface Glyph {
  /** As patterns compare it. */
  text: string
  /** As the page writes it, each sign in the same place; absent where that is `text`. */
  written?: string | undefined
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  style: GlyphStyle
  /** Marked in the file as belonging to no text (a tagged file's running heads). */
  artifact: boolean
  /** The element of a tagged file that it belongs to. */
  tag?: StructureTag | undefined
}

/** An element of a tagged file's structure: one object each, compared by identity. */
export interface StructureTag {
  /** Of a heading, from 1; 0 of everything else. */
  level: number
  /** The cell of a table that it is. */
  cell?: TaggedCell
}

/** Where a cell stands, as a tagged file tells it. */
export interface TaggedCell {
  /** One object for each table of a page. */
  table: object
  row: number
  /** The first that it reaches. */
  column: number
}

/** Glyphs of one direction in a frame of their own, which is the page's turned by `angle` degrees: `x` along the line, `y` across it. */
export interface RotatedGlyphs {
  angle: number
  glyphs: Glyph[]
}

/** A rectangle where it is shown. */
export interface Area {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A line drawn, or a rectangle so thin that it is one. */
export interface DrawnRule extends Area {
  across: boolean
}

/** What a page shows, as the file tells it: nothing of layout is known yet. */
export interface PageContent {
  page: number
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  /** Where what is shown begins in the file's own points; absent at 0, 0. */
  origin?: { x: number; y: number }
  /** In the order in which they are painted. */
  glyphs: Glyph[]
  /** Text at an angle to the page: margin stamps, watermarks, labels of axes. */
  turned: RotatedGlyphs[]
  rules: DrawnRule[]
  /** Filled or drawn shapes that are more than a rule. */
  shapes: Area[]
  pictures: Area[]
  /** Pictures too small to be figures: letters of a scan that are stencils each. */
  specks: Area[]
  /** Glyphs that nobody sees: kept out of the text and counted. */
  invisible: number
  /** Glyphs without a meaning in Unicode. */
  unmapped: number
  /** More was drawn than is read. */
  cut: boolean
}

/** A page whose contents could not be read. */
export const emptyPage = (page: number, width = 0, height = 0): PageContent => ({
  page,
  width,
  height,
  rotation: 0,
  glyphs: [],
  turned: [],
  rules: [],
  shapes: [],
  pictures: [],
  specks: [],
  invisible: 0,
  unmapped: 0,
  cut: false,
})
