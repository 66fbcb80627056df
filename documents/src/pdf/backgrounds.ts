import type { Area } from './page-content.ts'

/** Shapes that are looked at for one glyph: the last drawn. */
const MAX_SHAPES = 200

/** So light that nobody reads it on paper. */
export const isNearWhite = (colour: string): boolean => /^#f[c-f]f[c-f]f[c-f]$/i.test(colour)

const contains = (area: Area, x: number, y: number): boolean =>
  x > area.x0 && x < area.x1 && y > area.y0 && y < area.y1

/** What is filled on a page, for white text: it is seen on a dark ground alone. */
export class Backgrounds {
  #all: { area: Area; white: boolean }[] = []

  add(areas: readonly Area[], white: boolean): void {
    for (const area of areas.slice(-MAX_SHAPES)) this.#all.push({ area, white })
    if (this.#all.length > MAX_SHAPES * 2) this.#all = this.#all.slice(-MAX_SHAPES)
  }

  /** Whether the last shape drawn over a place has a colour, or a picture lies there. */
  isColoured(x: number, y: number, pictures: readonly Area[]): boolean {
    const ground = this.#all.slice(-MAX_SHAPES).findLast(({ area }) => contains(area, x, y))
    return ground ? !ground.white : pictures.slice(-MAX_SHAPES).some((picture) => contains(picture, x, y))
  }
}
