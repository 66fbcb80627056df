/** The style of a glyph: one object per look, compared by identity. */
export interface GlyphStyle {
  /** Name of the font, without the six-letter subset prefix. */
  font: string
  bold: boolean
  italic: boolean
  mono: boolean
  /** In points, as displayed. */
  size: number
  /** `#rrggbb` */
  color: string
}

/** A glyph at its displayed position, in points from the top left corner. */
export interface Glyph {
  /**
   * The text in the form in which the analysis compares it, see `comparableForm`: full-width characters and variants are
   * replaced by their usual forms, one for one.
   */
  text: string
  /** The text as the page prints it, with the same number of characters; absent when equal to `text`. */
  written?: string | undefined
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  style: GlyphStyle
  /** Whether the file marks it as an artifact that belongs to no text, such as running heads of a tagged file. */
  artifact: boolean
  /** The element of a tagged file to which it belongs. */
  tag?: StructureTag | undefined
}

/** An element in the structure of a tagged file: one object per element, compared by identity. */
export interface StructureTag {
  /** Level of a heading, from 1; 0 for every other element. */
  level: number
  /** The table cell that the element is. */
  cell?: TaggedCell
}

/** The position of a cell in a table, as a tagged file declares it. */
export interface TaggedCell {
  /** Stands for the table: one object per table of a page, compared by identity. */
  table: object
  /** From 0. */
  row: number
  /** The first column that the cell spans, from 0. */
  column: number
}

/**
 * Glyphs of one direction in a coordinate system rotated by `angle` degrees against the page: `x` along the line, `y`
 * across it.
 */
export interface RotatedGlyphs {
  angle: number
  glyphs: Glyph[]
}

/** A displayed rectangle, in points from the top left corner of the page. */
export interface Area {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A drawn line along an axis, or a rectangle thin enough to be one. */
export interface DrawnRule extends Area {
  isHorizontal: boolean
}

/** The content of a page before layout analysis. All positions are those of the page as displayed, after rotation. */
export interface PageContent {
  /** From 1. */
  page: number
  /** In points, as displayed. */
  width: number
  height: number
  /** Degrees by which the page is turned clockwise for display. */
  rotation: 0 | 90 | 180 | 270
  /** Origin of the displayed part in the coordinates of the file; absent at 0, 0. */
  origin?: { x: number; y: number }
  /** In painting order. */
  glyphs: Glyph[]
  /** Text at an angle to the page: margin stamps, watermarks, labels of axes. */
  rotated: RotatedGlyphs[]
  rules: DrawnRule[]
  /** Filled or stroked shapes other than rules. */
  shapes: Area[]
  pictures: Area[]
  /** Pictures too small to be figures, such as the letters of a scan that are one stencil each. */
  specks: Area[]
  /** Number of invisible glyphs with text, which are excluded from the text. */
  invisible: number
  /** Number of glyphs without a meaning in Unicode. */
  unmapped: number
  /** Whether the page has more glyphs than are read. */
  isTruncated: boolean
}

/** Returns a page without content, for one that cannot be read. */
export const emptyPage = (page: number, width = 0, height = 0): PageContent => ({
  page,
  width,
  height,
  rotation: 0,
  glyphs: [],
  rotated: [],
  rules: [],
  shapes: [],
  pictures: [],
  specks: [],
  invisible: 0,
  unmapped: 0,
  isTruncated: false,
})
