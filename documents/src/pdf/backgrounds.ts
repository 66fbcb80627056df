import type { Area } from './page-content.ts'

/** Bounds the shapes inspected for one glyph, which are the last ones drawn. */
const MAX_SHAPES = 200

/** Returns whether a colour is so light that text in it is unreadable on paper. */
export const isNearWhite = (colour: string): boolean => /^#f[c-f]f[c-f]f[c-f]$/i.test(colour)

const contains = (area: Area, x: number, y: number): boolean =>
  x > area.x0 && x < area.x1 && y > area.y0 && y < area.y1

/** The filled shapes of a page. They decide whether white text is visible, which it is only on a dark background. */
export class Backgrounds {
  #all: { area: Area; white: boolean }[] = []

  add(areas: readonly Area[], white: boolean): void {
    for (const area of areas.slice(-MAX_SHAPES)) this.#all.push({ area, white })
    if (this.#all.length > MAX_SHAPES * 2) this.#all = this.#all.slice(-MAX_SHAPES)
  }

  /** Returns whether the last shape drawn over a point is coloured or, without a shape, a picture covers it. */
  isColoured(x: number, y: number, pictures: readonly Area[]): boolean {
    const ground = this.#all.slice(-MAX_SHAPES).findLast(({ area }) => contains(area, x, y))
    return ground ? !ground.white : pictures.slice(-MAX_SHAPES).some((picture) => contains(picture, x, y))
  }
}
