import { comparableForm } from '../../structure/text-forms.ts'
import { IDENTITY, type Matrix, multiply } from '../page/matrix.ts'
import type { Glyph } from '../page/page-content.ts'
import type { DrawingState } from './drawing-state.ts'
import { type FontFacts, renderedSize, type StyleLookup } from './fonts.ts'
import { glyphText, isUnmapped } from './glyph-text.ts'
import type { UnknownGlyphs } from './ligatures.ts'
import type { PageGlyphs } from './page-glyphs.ts'
import { numberArgument, readProperty } from './pdfjs-values.ts'

/** The artifact mark and structure element that the file declares for drawn text. */
export type ContentMark = Pick<Glyph, 'artifact' | 'tag'>

/** A watermark has an opacity, 0–1, below the first and a size, in points, above the second. */
const MAX_WATERMARK_ALPHA = 0.6
const MIN_WATERMARK_SIZE = 30
/** Slope of a baseline up to which text counts as horizontal. */
const MAX_SLOPE = 0.05

/** The values that the glyphs of one operator share. */
interface TextOperation {
  font: FontFacts
  state: DrawingState
  /** Transforms text coordinates to positions on the page. */
  transform: Matrix
  mark: ContentMark
}

/** The current text position, which drawing operators and each displayed glyph advance. */
export class TextPen {
  readonly #glyphs: PageGlyphs
  readonly #styleOf: StyleLookup
  readonly #unknown: UnknownGlyphs
  /** The text matrix, and the position in its coordinates of the pen and of the beginning of the line. */
  #matrix: Matrix = IDENTITY
  #x = 0
  #y = 0
  #lineX = 0
  #lineY = 0

  constructor(glyphs: PageGlyphs, styleOf: StyleLookup, unknown: UnknownGlyphs) {
    this.#unknown = unknown
    this.#glyphs = glyphs
    this.#styleOf = styleOf
  }

  /** Begins at the origin of a text matrix. */
  begin(matrix: Matrix): void {
    this.#matrix = matrix
    this.#x = this.#y = this.#lineX = this.#lineY = 0
  }

  /** Moves to a position relative to the beginning of the line. */
  move(x: number, y: number): void {
    this.#x = this.#lineX += x
    this.#y = this.#lineY += y
  }

  /** Displays the glyphs of an operator of pdf.js; numbers between them move the pen. */
  show(glyphs: unknown[], state: DrawingState, mark: ContentMark): void {
    const { font, size, charSpace, wordSpace } = state
    if (!font) return
    const transform = multiply(state.matrix, this.#matrix)
    const glyphUnit = size * font.unit
    const operation: TextOperation = { font, state, transform, mark }
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        // In thousandths of the size, against the direction of the text.
        this.#advance(font, ((font.vertical ? 1 : -1) * glyph * size) / 1000, state.scale)
        continue
      }
      const advance = numberArgument(readProperty(glyph, 'width')) * glyphUnit
      this.#glyph(glyph, operation, advance * state.scale)
      const space = charSpace + (readProperty(glyph, 'isSpace') === true ? wordSpace : 0)
      this.#advance(font, font.vertical ? size + space : advance + space, state.scale)
    }
  }

  /** Moves the pen by a length in text space, before horizontal scaling. */
  #advance(font: FontFacts, length: number, scale: number): void {
    if (font.vertical) this.#y -= length
    else this.#x += length * scale
  }

  /** Returns the text of a glyph, or a placeholder (see `UnknownGlyphs`) when the file gives it no meaning. */
  #writtenText(glyph: unknown, unicode: string, font: FontFacts): string {
    const written = glyphText(unicode)
    const width = numberArgument(readProperty(glyph, 'width')) * font.unit
    const isFalseSpace =
      unicode === ' ' && readProperty(glyph, 'isSpace') !== true && this.#unknown.isFalseSpace(font, width)
    if (isFalseSpace || isUnmapped(written))
      return (
        this.#unknown.placeholderFor(
          font,
          numberArgument(readProperty(glyph, 'originalCharCode')),
          width,
          written,
        ) ?? written
      )
    this.#unknown.learnWidth(font, unicode, width)
    return written
  }

  /** Adds a glyph of pdf.js that is `width` wide in text coordinates; ignores one without a text. */
  #glyph(drawn: unknown, { font, state, transform, mark }: TextOperation, width: number): void {
    const unicode = readProperty(drawn, 'unicode')
    if (typeof unicode !== 'string') return
    const [a, b, c, d, e, f] = transform
    const y = this.#y + state.rise
    const from = { x: a * this.#x + c * y + e, y: b * this.#x + d * y + f }
    const to = { x: from.x + a * width, y: from.y + b * width }
    const size = renderedSize(font, state.size, Math.hypot(c, d))
    const written = this.#writtenText(drawn, unicode, font)
    const text = comparableForm(written)
    const glyph: Glyph = {
      text,
      ...(written !== text && { written }),
      x0: Math.min(from.x, to.x),
      x1: Math.max(from.x, to.x),
      y: from.y,
      style: this.#styleOf(font, size, state.color),
      ...mark,
    }
    const isApart = font.vertical || isAtAngle(a, b, state) || isWatermark(size, state)
    this.#glyphs.add(glyph, unicode, state, isApart, from, to)
  }
}

/** Returns whether text is large and translucent, as watermarks are. */
const isWatermark = (size: number, { alpha }: DrawingState): boolean =>
  alpha < MAX_WATERMARK_ALPHA && size > MIN_WATERMARK_SIZE

/** Returns whether text does not run from left to right, given that (1, 0) is transformed to (a, b). */
const isAtAngle = (a: number, b: number, { size }: DrawingState): boolean =>
  Math.abs(b) > MAX_SLOPE * Math.abs(a) || a * size < 0
