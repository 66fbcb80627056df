import type { Area, PageContent } from './page-content.ts'

/** Squares into which a page is parted, across and down. */
const ACROSS = 50
const DOWN = 70
/** A shape over more of the page is its ground. */
const GROUND = 0.5

/**
 * Returns the share of a page, 0–1, where something other than text is drawn: pictures in one piece or in strips, the
 * small stencils of which some scanners put a page together, letters that are drawn as shapes.
 */
export function inkShare({ width, height, pictures, specks, shapes }: PageContent): number {
  if (!(width > 0 && height > 0)) return 0
  const touched = new Uint8Array(ACROSS * DOWN)
  const drawn = shapes.filter(({ x0, x1, y0, y1 }) => (x1 - x0) * (y1 - y0) < GROUND * width * height)
  for (const area of [...pictures, ...specks, ...drawn]) touch(touched, area, width, height)
  return touched.reduce((sum, square) => sum + square, 0) / touched.length
}

function touch(touched: Uint8Array, { x0, x1, y0, y1 }: Area, width: number, height: number): void {
  const left = Math.max(0, Math.floor((x0 / width) * ACROSS))
  const right = Math.min(ACROSS, Math.ceil((x1 / width) * ACROSS))
  const bottom = Math.min(DOWN, Math.ceil((y1 / height) * DOWN))
  if (left >= right) return
  for (let row = Math.max(0, Math.floor((y0 / height) * DOWN)); row < bottom; row += 1)
    touched.fill(1, row * ACROSS + left, row * ACROSS + right)
}
