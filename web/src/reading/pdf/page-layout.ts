/** The displayed size of a page, in points. */
export interface PageSize {
  width: number
  height: number
}

/** The positions of a document's pages in one column, in pixels. */
export interface PageLayout {
  /** One entry per page. */
  tops: number[]
  sizes: PageSize[]
  height: number
  width: number
}

/** Space above, between and below pages, in pixels. */
const PAGE_GAP = 16

/** Arranges pages in one column at a scale (pixels per point). */
export function layoutPages(pages: readonly PageSize[], scale: number): PageLayout {
  const tops: number[] = []
  let top = PAGE_GAP
  let width = 0
  const sizes = pages.map((page) => {
    const size = { width: Math.floor(page.width * scale), height: Math.floor(page.height * scale) }
    tops.push(top)
    top += size.height + PAGE_GAP
    width = Math.max(width, size.width)
    return size
  })
  return { tops, sizes, height: top, width }
}

/** Returns the index (from 0) of the page at an offset; the gap above a page belongs to it. Binary search. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) - PAGE_GAP <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Number of pages rendered beyond those in view on each side, so that scrolling finds them ready. */
const EXTRA_PAGES = 1

/** Returns the indexes (from 0) of the pages to render for a window. */
export function pagesNear(layout: PageLayout, top: number, height: number): number[] {
  if (layout.tops.length === 0) return []
  const first = Math.max(0, pageAt(layout, top) - EXTRA_PAGES)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, top + height) + EXTRA_PAGES)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A position in a document: a page from 1, and the fraction of its height, 0–1. */
export interface PagePosition {
  page: number
  down: number
}

/** Returns the position at an offset. */
export function positionAt(layout: PageLayout, y: number): PagePosition {
  const index = pageAt(layout, y)
  const height = layout.sizes[index]?.height ?? 1
  const down = (y - (layout.tops[index] ?? 0)) / height
  return { page: index + 1, down: Math.min(1, Math.max(0, down)) }
}

/** Returns the offset of a position; a page out of range counts as the nearest one. */
export function positionTop(layout: PageLayout, { page, down }: PagePosition): number {
  const index = Math.min(Math.max(0, page - 1), Math.max(0, layout.tops.length - 1))
  return (layout.tops[index] ?? 0) + (layout.sizes[index]?.height ?? 0) * down
}

/** Zoom of the pages: a scale, the window's width, or the whole page. */
export type Zoom = number | 'width' | 'page'

const ZOOMS = [0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
/** Pixels per point at 100 %: a point is 1/72 inch, a pixel 1/96. */
export const FULL_SCALE = 96 / 72
/** Minimum scale; with less, a window that is narrow or not laid out yet would show nothing. */
const MIN_SCALE = 0.2

/** Returns the pixels per point in a window of this size. */
export function zoomScale(zoom: Zoom, widest: PageSize, window: PageSize): number {
  if (typeof zoom === 'number') return zoom * FULL_SCALE
  const byWidth = (window.width - 2 * PAGE_GAP) / widest.width
  const scale = zoom === 'width' ? byWidth : Math.min(byWidth, (window.height - 2 * PAGE_GAP) / widest.height)
  return Math.max(MIN_SCALE, Math.min(scale, FULL_SCALE * 4))
}

/** Returns the next zoom step above or below a zoom factor. */
export function zoomStep(now: number, by: 1 | -1): number {
  const next = by > 0 ? ZOOMS.find((one) => one > now + 0.01) : ZOOMS.findLast((one) => one < now - 0.01)
  return next ?? now
}
