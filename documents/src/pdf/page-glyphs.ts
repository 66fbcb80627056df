import { type Backgrounds, isNearWhite } from './backgrounds.ts'
import type { DrawingState } from './drawing-state.ts'
import { isHiddenText, isUnmapped } from './glyph-text.ts'
import { type Point, rotatePoint } from './matrix.ts'
import type { Glyph, PageContent } from './page-content.ts'

const INVISIBLE_RENDERING_MODE = 3
const MAX_TINY_SIZE = 2
const MAX_FAINT_ALPHA = 0.05
/** Minimum visible glyphs of a page with text; below it, invisible text is the recognition result of a scanner. */
const MIN_TEXT_GLYPHS = 20
/** Bounds the glyphs of a page; more are no text. */
const MAX_GLYPHS = 100_000

/** Sorts the glyphs of a page by visibility and by reading direction. */
export class PageGlyphs {
  readonly #content: PageContent
  readonly #backgrounds: Backgrounds
  /** Glyphs drawn in the invisible rendering mode: text recognised by a scanner, or hidden text. */
  readonly #recognised: Glyph[] = []
  #seen = 0

  constructor(content: PageContent, backgrounds: Backgrounds) {
    this.#content = content
    this.#backgrounds = backgrounds
  }

  /**
   * Adds a glyph.
   *
   * @param unicode the text that the file assigns to the glyph
   * @param isApart whether it is read in another direction than from left to right, or is a watermark
   */
  add(
    glyph: Glyph,
    unicode: string,
    { mode, alpha }: DrawingState,
    isApart: boolean,
    from: Point,
    to: Point,
  ): void {
    if (isUnmapped(glyph.text)) this.#content.unmapped++
    if (mode % 4 === INVISIBLE_RENDERING_MODE) this.#recognised.push(glyph)
    else if (!this.#isSeen(glyph, alpha)) this.#content.invisible += isHiddenText(unicode, glyph.text) ? 1 : 0
    else if (this.#seen++ >= MAX_GLYPHS) this.#content.cut = true
    else if (isApart) this.#turn(glyph, from, to)
    else this.#content.glyphs.push(glyph)
  }

  /** Uses the text recognised by a scanner as the text of a page that has no other text. */
  finish(): void {
    const { glyphs } = this.#content
    if (glyphs.length < MIN_TEXT_GLYPHS && this.#recognised.length >= MIN_TEXT_GLYPHS)
      glyphs.push(...this.#recognised.splice(0))
    this.#content.invisible += this.#recognised.length
  }

  /** Adds a glyph to those of its direction, in their coordinate system. */
  #turn(glyph: Glyph, from: Point, to: Point): void {
    const angle = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI)
    const { turned } = this.#content
    const found = turned.find((other) => other.angle === angle)
    const same = found ?? { angle, glyphs: [] }
    if (!found) turned.push(same)
    const { x, y } = rotatePoint(from, -angle)
    same.glyphs.push({ ...glyph, x0: x, x1: x + Math.hypot(to.x - from.x, to.y - from.y), y })
  }

  #isSeen({ text, x0, x1, y, style }: Glyph, alpha: number): boolean {
    if (text === '') return false
    const { width, height } = this.#content
    if (style.size < MAX_TINY_SIZE || alpha < MAX_FAINT_ALPHA) return false
    if (x1 < -1 || x0 > width + 1 || y < -1 || y - style.size > height + 1) return false
    if (!isNearWhite(style.colour)) return true
    return this.#backgrounds.isColoured((x0 + x1) / 2, y - style.size * 0.3, this.#content.pictures)
  }
}
