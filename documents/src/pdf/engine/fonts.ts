import type { GlyphStyle } from '../page/page-content.ts'
import { readProperty } from './pdfjs-values.ts'

/** The properties of a font that layout analysis uses. */
export interface FontFacts {
  name: string
  bold: boolean
  italic: boolean
  /** Whether the font is monospaced. */
  mono: boolean
  /** Whether its text runs from top to bottom. */
  vertical: boolean
  /** Text space units per glyph unit at size 1, for the width of a glyph. */
  unit: number
  /** Height at size 1 for fonts whose size is meaningless (Type 3 fonts in pixels); 1 for all others. */
  height: number
}

/** Match names of fonts that are bold, italic or monospaced without a flag: CMBX10, NimbusRomNo9L-Medi, Courier. */
const BOLD_NAME = /bold|black|heavy|demi|cmbx|cmssbx|nimbusromno9l-medi|-medi\b|(?:^|[-,])b(?:$|[-,])/i
const ITALIC_NAME = /italic|oblique|slanted|cmti|cmsl|(?:^|[-,])(?:it|ital)\b/i
const MONO_NAME = /mono|courier|consol|typewriter|cmtt|cmsltt|menlo|sourcecode|inconsolata/i
/** Glyph units per em of usual fonts. */
const UNITS_PER_EM = 1000

/** Reads the font object of pdf.js. A subset prefix such as `ABCDEF+` is removed from the name. */
export function readFontFacts(font: unknown): FontFacts {
  const name = String(readProperty(font, 'name') ?? '').replace(/^[A-Z]{6}\+/, '')
  const matrix = sixNumbers(readProperty(font, 'fontMatrix'))
  const unit = matrix[0] || 1 / UNITS_PER_EM
  return {
    name,
    bold: readProperty(font, 'bold') === true || readProperty(font, 'black') === true || BOLD_NAME.test(name),
    italic: readProperty(font, 'italic') === true || ITALIC_NAME.test(name),
    mono: MONO_NAME.test(name),
    vertical: readProperty(font, 'vertical') === true,
    unit,
    height: fontHeight(font, Math.abs(matrix[3] || unit)),
  }
}

/** Reads the first six numbers of any kind of list, 0 for those that are missing; [] for any other value. */
function sixNumbers(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.from({ length: 6 }, (_, at) => Number(Reflect.get(value, at) ?? 0))
}

/** Bounds of the em of a font at size 1 that measures glyphs in usual units. */
const MIN_EM_SIZE = 0.5
const MAX_EM_SIZE = 2

/**
 * Returns the height of a font at size 1, see `FontFacts`. Bitmap fonts of old TeX measure glyphs in pixels, so that
 * their em is far from 1 and their height follows from their bounding box.
 */
function fontHeight(font: unknown, scale: number): number {
  const [, y0 = 0, , y1 = 0] = sixNumbers(readProperty(font, 'bbox'))
  const emSize = scale * UNITS_PER_EM
  const isUsual = emSize > MIN_EM_SIZE && emSize < MAX_EM_SIZE
  if (readProperty(font, 'isType3Font') !== true || isUsual) return 1
  const height = Math.abs(y1 - y0) * scale
  return height > 0 ? height : 1
}

/** Returns the size in points at which a font is displayed; `scale` is that of the text matrix. */
export const renderedSize = (font: FontFacts, size: number, scale: number): number =>
  Math.abs(size) * font.height * scale

/** Returns the style object for a font, a size in points and a color (`#rrggbb`). */
export type StyleLookup = (font: FontFacts, size: number, color: string) => GlyphStyle

/**
 * Returns a lookup that yields one style object for all glyphs of the same look, with sizes rounded to a tenth of a
 * point.
 */
export function createStyleLookup(): StyleLookup {
  const styles = new Map<string, GlyphStyle>()
  return ({ name, bold, italic, mono }, exact, color) => {
    const size = Math.round(exact * 10) / 10
    const key = `${name} ${size} ${color}`
    const style = styles.get(key) ?? { font: name, bold, italic, mono, size, color }
    styles.set(key, style)
    return style
  }
}
