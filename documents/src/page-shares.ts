import type { Box } from './document.ts'

const clampedShare = (value: number, all: number): number =>
  Math.round(Math.min(1, Math.max(0, value / all)) * 1e5) / 1e5

/** Boxes in points → in shares of their pages, 0–1; those of pages without a size are left out. */
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
