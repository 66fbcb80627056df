import type { Area, PageContent } from './page-content.ts'

/** Grid into which a page is divided, columns and rows. */
const GRID_COLUMNS = 50
const GRID_ROWS = 70
/** Share of the page from which a shape is its background. */
const MAX_SHAPE_SHARE = 0.5

/**
 * Returns the share of a page, 0–1, on which something other than text is drawn: pictures in one piece or in strips,
 * the small stencils of which some scanners compose a page, letters drawn as shapes.
 */
export function inkShare({ width, height, pictures, specks, shapes }: PageContent): number {
  if (!(width > 0 && height > 0)) return 0
  const touched = new Uint8Array(GRID_COLUMNS * GRID_ROWS)
  const drawn = shapes.filter(
    ({ x0, x1, y0, y1 }) => (x1 - x0) * (y1 - y0) < MAX_SHAPE_SHARE * width * height,
  )
  for (const area of [...pictures, ...specks, ...drawn]) markTouched(touched, area, width, height)
  return touched.reduce((sum, square) => sum + square, 0) / touched.length
}

function markTouched(touched: Uint8Array, { x0, x1, y0, y1 }: Area, width: number, height: number): void {
  const left = Math.max(0, Math.floor((x0 / width) * GRID_COLUMNS))
  const right = Math.min(GRID_COLUMNS, Math.ceil((x1 / width) * GRID_COLUMNS))
  const bottom = Math.min(GRID_ROWS, Math.ceil((y1 / height) * GRID_ROWS))
  if (left >= right) return
  for (let row = Math.max(0, Math.floor((y0 / height) * GRID_ROWS)); row < bottom; row += 1)
    touched.fill(1, row * GRID_COLUMNS + left, row * GRID_COLUMNS + right)
}
