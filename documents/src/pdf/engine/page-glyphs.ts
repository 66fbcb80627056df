import { type Point, rotatePoint } from '../page/matrix.ts'
import type { Area, Glyph, PageContent } from '../page/page-content.ts'
import type { DrawingState } from './drawing-state.ts'
import { isHiddenText, isUnmapped } from './glyph-text.ts'

/** Bounds the shapes inspected for one glyph, which are the last ones drawn. */
const MAX_SHAPES = 200

/** Returns whether a color (`#rrggbb`) is so light that text in it is unreadable on paper. */
export const isNearWhite = (color: string): boolean => /^#f[c-f]f[c-f]f[c-f]$/i.test(color)

/** Returns whether a point is inside an area. */
const contains = (area: Area, x: number, y: number): boolean =>
  x > area.x0 && x < area.x1 && y > area.y0 && y < area.y1

/** The filled shapes of a page. They decide whether white text is visible, which it is only on a dark background. */
export class Backgrounds {
  /** In drawing order. */
  #shapes: { area: Area; isWhite: boolean }[] = []

  /** Records shapes over those so far; `isWhite` concerns all of them. */
  add(areas: readonly Area[], isWhite: boolean): void {
    for (const area of areas.slice(-MAX_SHAPES)) this.#shapes.push({ area, isWhite })
    if (this.#shapes.length > MAX_SHAPES * 2) this.#shapes = this.#shapes.slice(-MAX_SHAPES)
  }

  /** Returns whether the last shape drawn over a point is not white or, without a shape, a picture covers it. */
  isColored(x: number, y: number, pictures: readonly Area[]): boolean {
    const ground = this.#shapes.slice(-MAX_SHAPES).findLast(({ area }) => contains(area, x, y))
    return ground ? !ground.isWhite : pictures.slice(-MAX_SHAPES).some((picture) => contains(picture, x, y))
  }
}

/** The text rendering mode that shows nothing. */
const INVISIBLE_RENDERING_MODE = 3
/** Modes 4–7 are the modes 0–3 with a clipping path added (ISO 32000-1, 9.3.6). */
const MODES_WITHOUT_CLIPPING = 4
/** Height of the middle of a glyph above its baseline, in ems. */
const MIDDLE_EM = 0.3
/** Size in points below which a glyph is invisible. */
const MIN_VISIBLE_SIZE = 2
/** Opacity, 0–1, below which a glyph is invisible. */
const MIN_VISIBLE_ALPHA = 0.05
/** Minimum visible glyphs of a page with text; below it, invisible text is the recognition result of a scanner. */
const MIN_TEXT_GLYPHS = 20
/** Bounds the glyphs of a page; more are no text. */
const MAX_GLYPHS = 100_000

/** Adds the glyphs of a page to its content, divided by visibility and by reading direction. */
export class PageGlyphs {
  readonly #content: PageContent
  readonly #backgrounds: Backgrounds
  /** Glyphs drawn in the invisible rendering mode: text recognized by a scanner, or hidden text. */
  readonly #invisible: Glyph[] = []
  #visibleCount = 0

  constructor(content: PageContent, backgrounds: Backgrounds) {
    this.#content = content
    this.#backgrounds = backgrounds
  }

  /**
   * Adds a glyph to those of the page in its direction, or counts it when it is invisible or one too many.
   *
   * @param unicode the text that the file assigns to the glyph
   * @param isApart whether it is read in another direction than from left to right, or is a watermark
   * @param from where the glyph begins on its baseline, on the page
   * @param to where it ends
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
    if (mode % MODES_WITHOUT_CLIPPING === INVISIBLE_RENDERING_MODE) this.#invisible.push(glyph)
    else if (!this.#isVisible(glyph, alpha))
      this.#content.invisible += isHiddenText(unicode, glyph.text) ? 1 : 0
    else if (this.#visibleCount++ >= MAX_GLYPHS) this.#content.isTruncated = true
    else if (isApart) this.#addRotated(glyph, from, to)
    else this.#content.glyphs.push(glyph)
  }

  /** Ends the page: uses the text recognized by a scanner if it has no other text, else counts it as invisible. */
  finish(): void {
    const { glyphs } = this.#content
    if (glyphs.length < MIN_TEXT_GLYPHS && this.#invisible.length >= MIN_TEXT_GLYPHS)
      glyphs.push(...this.#invisible.splice(0))
    this.#content.invisible += this.#invisible.length
  }

  /** Adds a glyph to those of its direction, in a coordinate system rotated so that they run from left to right. */
  #addRotated(glyph: Glyph, from: Point, to: Point): void {
    const angle = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI)
    const { rotated } = this.#content
    const known = rotated.find((other) => other.angle === angle)
    const group = known ?? { angle, glyphs: [] }
    if (!known) rotated.push(group)
    const { x, y } = rotatePoint(from, -angle)
    group.glyphs.push({ ...glyph, x0: x, x1: x + Math.hypot(to.x - from.x, to.y - from.y), y })
  }

  /** Returns whether a glyph can be seen: large and opaque enough, on the page, and not white on white. */
  #isVisible({ text, x0, x1, y, style }: Glyph, alpha: number): boolean {
    if (text === '') return false
    const { width, height } = this.#content
    if (style.size < MIN_VISIBLE_SIZE || alpha < MIN_VISIBLE_ALPHA) return false
    if (x1 < -1 || x0 > width + 1 || y < -1 || y - style.size > height + 1) return false
    if (!isNearWhite(style.color)) return true
    return this.#backgrounds.isColored((x0 + x1) / 2, y - style.size * MIDDLE_EM, this.#content.pictures)
  }
}
