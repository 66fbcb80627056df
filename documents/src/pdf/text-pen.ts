import { comparableForm } from '../structure/text-forms.ts'
import { type DrawingState, numberArgument, readProperty } from './drawing-state.ts'
import { type FontFacts, renderedSize, type StyleLookup } from './fonts.ts'
import { glyphText, isUnmapped } from './glyph-text.ts'
import type { UnknownGlyphs } from './ligatures.ts'
import { IDENTITY, type Matrix, multiply } from './matrix.ts'
import type { Glyph } from './page-content.ts'
import type { PageGlyphs } from './page-glyphs.ts'

/** The artifact mark and structure element that the file declares for drawn text. */
export type ContentMark = Pick<Glyph, 'artifact' | 'tag'>

/** Limits of a watermark, which is more transparent and larger than these. */
const WATERMARK_LIMITS = { alpha: 0.6, size: 30 }

/** The values that the glyphs of one operator share. */
interface TextOperation {
  font: FontFacts
  state: DrawingState
  place: Matrix
  mark: ContentMark
}

/** The current text position, which drawing operators and each displayed glyph advance. */
export class TextPen {
  readonly #glyphs: PageGlyphs
  readonly #styleOf: StyleLookup
  #matrix: Matrix = IDENTITY
  #x = 0
  #y = 0
  #lineX = 0
  #lineY = 0

  readonly #unknown: UnknownGlyphs

  constructor(glyphs: PageGlyphs, styleOf: StyleLookup, unknown: UnknownGlyphs) {
    this.#unknown = unknown
    this.#glyphs = glyphs
    this.#styleOf = styleOf
  }

  begin(matrix: Matrix): void {
    this.#matrix = matrix
    this.#x = this.#y = this.#lineX = this.#lineY = 0
  }

  /** Moves to a position relative to the beginning of the line. */
  move(x: number, y: number): void {
    this.#x = this.#lineX += x
    this.#y = this.#lineY += y
  }

  /** Displays glyphs; numbers between them move the pen. */
  show(glyphs: unknown[], state: DrawingState, mark: ContentMark): void {
    const { font, size, charSpace, wordSpace } = state
    if (!font) return
    const place = multiply(state.matrix, this.#matrix)
    const width = size * font.unit
    const drawn: TextOperation = { font, state, place, mark }
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        this.#advance(font, ((font.vertical ? 1 : -1) * glyph * size) / 1000, state.scale)
        continue
      }
      const advance = numberArgument(readProperty(glyph, 'width')) * width
      this.#glyph(glyph, drawn, advance * state.scale)
      const space = charSpace + (readProperty(glyph, 'isSpace') === true ? wordSpace : 0)
      this.#advance(font, font.vertical ? size + space : advance + space, state.scale)
    }
  }

  #advance(font: FontFacts, length: number, scale: number): void {
    if (font.vertical) this.#y -= length
    else this.#x += length * scale
  }

  /** Returns the text of a glyph, or a placeholder when the file gives it no meaning. */
  #written(drawn: unknown, unicode: string, font: FontFacts): string {
    const written = glyphText(unicode)
    const width = numberArgument(readProperty(drawn, 'width')) * font.unit
    const isFalseSpace =
      unicode === ' ' && readProperty(drawn, 'isSpace') !== true && this.#unknown.isFalseSpace(font, width)
    if (isFalseSpace || isUnmapped(written))
      return (
        this.#unknown.standIn(
          font,
          numberArgument(readProperty(drawn, 'originalCharCode')),
          width,
          written,
        ) ?? written
      )
    this.#unknown.learn(font, unicode, width)
    return written
  }

  #glyph(drawn: unknown, { font, state, place, mark }: TextOperation, width: number): void {
    const unicode = readProperty(drawn, 'unicode')
    if (typeof unicode !== 'string') return
    const [a, b, c, d, e, f] = place
    const y = this.#y + state.rise
    const from = { x: a * this.#x + c * y + e, y: b * this.#x + d * y + f }
    const to = { x: from.x + a * width, y: from.y + b * width }
    const shown = renderedSize(font, state.size, Math.hypot(c, d))
    const written = this.#written(drawn, unicode, font)
    const text = comparableForm(written)
    const glyph: Glyph = {
      text,
      ...(written !== text && { written }),
      x0: Math.min(from.x, to.x),
      x1: Math.max(from.x, to.x),
      y: from.y,
      style: this.#styleOf(font, shown, state.color),
      ...mark,
    }
    const isApart = isOutsideFlow(a, b, shown, state) || font.vertical
    this.#glyphs.add(glyph, unicode, state, isApart, from, to)
  }
}

function isOutsideFlow(a: number, b: number, shown: number, { alpha, size }: DrawingState): boolean {
  const watermark = alpha < WATERMARK_LIMITS.alpha && shown > WATERMARK_LIMITS.size
  return watermark || Math.abs(b) > 0.05 * Math.abs(a) || a * size < 0
}
