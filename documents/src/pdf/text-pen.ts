import { comparableForm } from '../structure/comparable-form.ts'
import { field, numberOf, type State } from './drawing-state.ts'
import { type FontFacts, type StyleKeeper, shownSize } from './fonts.ts'
import { glyphText, isUnmapped } from './glyph-text.ts'
import type { UnknownGlyphs } from './ligatures.ts'
import { identity, type Matrix, times } from './matrix.ts'
import type { Glyph } from './page-content.ts'
import type { PageGlyphs } from './page-glyphs.ts'

/** What the file says of what is drawn. */
export type Mark = Pick<Glyph, 'artifact' | 'tag'>

/** A watermark: faint and large. */
const WATERMARK = { alpha: 0.6, size: 30 }

/** What the glyphs of one operator have in common. */
interface Drawn {
  font: FontFacts
  state: State
  place: Matrix
  mark: Mark
}

/** Where text goes on: moved by a drawing's operators, and by each glyph that it shows. */
export class TextPen {
  readonly #glyphs: PageGlyphs
  readonly #styleOf: StyleKeeper
  #matrix: Matrix = identity
  #x = 0
  #y = 0
  #lineX = 0
  #lineY = 0

  readonly #unknown: UnknownGlyphs

  constructor(glyphs: PageGlyphs, styleOf: StyleKeeper, unknown: UnknownGlyphs) {
    this.#unknown = unknown
    this.#glyphs = glyphs
    this.#styleOf = styleOf
  }

  begin(matrix: Matrix): void {
    this.#matrix = matrix
    this.#x = this.#y = this.#lineX = this.#lineY = 0
  }

  /** To a place given from the beginning of the line. */
  move(x: number, y: number): void {
    this.#x = this.#lineX += x
    this.#y = this.#lineY += y
  }

  /** Shows glyphs, and between them numbers that move the pen. */
  show(glyphs: unknown[], state: State, mark: Mark): void {
    const { font, size, charSpace, wordSpace } = state
    if (!font) return
    const place = times(state.matrix, this.#matrix)
    const width = size * font.unit
    const drawn: Drawn = { font, state, place, mark }
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        this.#advance(font, ((font.vertical ? 1 : -1) * glyph * size) / 1000, state.scale)
        continue
      }
      const advance = numberOf(field(glyph, 'width')) * width
      this.#glyph(glyph, drawn, advance * state.scale)
      const space = charSpace + (field(glyph, 'isSpace') === true ? wordSpace : 0)
      this.#advance(font, font.vertical ? size + space : advance + space, state.scale)
    }
  }

  #advance(font: FontFacts, length: number, scale: number): void {
    if (font.vertical) this.#y -= length
    else this.#x += length * scale
  }

  /** What a glyph says; a stand-in where the file does not tell it. */
  #written(drawn: unknown, unicode: string, font: FontFacts): string {
    const written = glyphText(unicode)
    const width = numberOf(field(drawn, 'width')) * font.unit
    const isFalseSpace =
      unicode === ' ' && field(drawn, 'isSpace') !== true && this.#unknown.isFalseSpace(font, width)
    if (isFalseSpace || isUnmapped(written))
      return (
        this.#unknown.standIn(font, numberOf(field(drawn, 'originalCharCode')), width, written) ?? written
      )
    this.#unknown.learn(font, unicode, width)
    return written
  }

  #glyph(drawn: unknown, { font, state, place, mark }: Drawn, width: number): void {
    const unicode = field(drawn, 'unicode')
    if (typeof unicode !== 'string') return
    const [a, b, c, d, e, f] = place
    const y = this.#y + state.rise
    const from = { x: a * this.#x + c * y + e, y: b * this.#x + d * y + f }
    const to = { x: from.x + a * width, y: from.y + b * width }
    const shown = shownSize(font, state.size, Math.hypot(c, d))
    const written = this.#written(drawn, unicode, font)
    const text = comparableForm(written)
    const glyph: Glyph = {
      text,
      ...(written !== text && { written }),
      x0: Math.min(from.x, to.x),
      x1: Math.max(from.x, to.x),
      y: from.y,
      style: this.#styleOf(font, shown, state.colour),
      ...mark,
    }
    const isApart = isTurned(a, b, shown, state) || font.vertical
    this.#glyphs.add(glyph, unicode, state, isApart, from, to)
  }
}

function isTurned(a: number, b: number, shown: number, { alpha, size }: State): boolean {
  const watermark = alpha < WATERMARK.alpha && shown > WATERMARK.size
  return watermark || Math.abs(b) > 0.05 * Math.abs(a) || a * size < 0
}
