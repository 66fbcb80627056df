import type { Box } from './document.ts'

/** Returns the share of a value in a whole, 0–1, rounded to five decimals. */
const clampedShare = (value: number, whole: number): number =>
  Math.round(Math.min(1, Math.max(0, value / whole)) * 1e5) / 1e5

/** Converts boxes from points to fractions (0–1) of the size of their pages; drops boxes of pages without a size. */
export function pageShares(boxes: Box[], pages: readonly { width: number; height: number }[]): Box[] {
  return boxes.flatMap(({ page, x0, y0, x1, y1 }) => {
    const { width = 0, height = 0 } = pages[page - 1] ?? {}
    if (width <= 0 || height <= 0) return []
    return [
      {
        page,
        x0: clampedShare(x0, width),
        y0: clampedShare(y0, height),
        x1: clampedShare(x1, width),
        y1: clampedShare(y1, height),
      },
    ]
  })
}
