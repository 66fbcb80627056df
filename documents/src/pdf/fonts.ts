import type { Style } from './page-content.ts'

/** What of a font's object the layout asks for. */
export interface FontFacts {
  name: string
  bold: boolean
  italic: boolean
  mono: boolean
  vertical: boolean
  /** Of a glyph's width: text space units a glyph unit, at size 1. */
  unit: number
  /** Of fonts whose size says nothing (Type 3 in pixels): how high they are at size 1; 1 of all others. */
  height: number
}

const boldName = /bold|black|heavy|demi|cmbx|cmssbx|nimbusromno9l-medi|-medi\b|(?:^|[-,])b(?:$|[-,])/i
const italicName = /italic|oblique|slanted|cmti|cmsl|(?:^|[-,])(?:it|ital)\b/i
const monoName = /mono|courier|consol|typewriter|cmtt|cmsltt|menlo|sourcecode|inconsolata/i
const EM = 1000

const read = (font: unknown, key: string): unknown =>
  typeof font === 'object' && font !== null ? Reflect.get(font, key) : undefined

function numbers(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.from({ length: 6 }, (_, at) => Number(Reflect.get(value, at) ?? 0))
}

/** Bitmap fonts of old TeX give glyphs in pixels: their bounding box tells how large they are. */
function heightOf(font: unknown, scale: number): number {
  const [, y0 = 0, , y1 = 0] = numbers(read(font, 'bbox'))
  const known = scale * EM
  if (read(font, 'isType3Font') !== true || (known > 0.5 && known < 2)) return 1
  const high = Math.abs(y1 - y0) * scale
  return high > 0 ? high : 1
}

/** Reads pdf.js's object of a font. */
export function fontFacts(font: unknown): FontFacts {
  const name = String(read(font, 'name') ?? '').replace(/^[A-Z]{6}\+/, '')
  const matrix = numbers(read(font, 'fontMatrix'))
  const unit = matrix[0] || 1 / EM
  return {
    name,
    bold: read(font, 'bold') === true || read(font, 'black') === true || boldName.test(name),
    italic: read(font, 'italic') === true || italicName.test(name),
    mono: monoName.test(name),
    vertical: read(font, 'vertical') === true,
    unit,
    height: heightOf(font, Math.abs(matrix[3] || unit)),
  }
}

/** The size in points at which a font is shown. */
export const shownSize = (font: FontFacts, size: number, scale: number): number =>
  Math.abs(size) * font.height * scale

export type StyleKeeper = (font: FontFacts, size: number, colour: string) => Style

/** One object for all glyphs that look the same; sizes to a tenth of a point. */
export function styleKeeper(): StyleKeeper {
  const kept = new Map<string, Style>()
  return ({ name, bold, italic, mono }, exact, colour) => {
    const size = Math.round(exact * 10) / 10
    const key = `${name} ${size} ${colour}`
    const style = kept.get(key) ?? { font: name, bold, italic, mono, size, colour }
    kept.set(key, style)
    return style
  }
}
