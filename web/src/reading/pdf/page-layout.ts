/** The size of a page, in points, or in pixels once it is laid out; also that of a window, in pixels. */
export interface PageSize {
  width: number
  height: number
}

/** The positions of a document's pages in one column, in pixels. */
export interface PageLayout {
  /** The top of every page, from the top of the column. */
  tops: number[]
  /** The size of every page. */
  sizes: PageSize[]
  height: number
  width: number
}

/** Space above, between and below pages, in pixels. */
const PAGE_GAP_PX = 16

/** Arranges pages in one column at a scale (pixels per point). */
export function layoutPages(pages: readonly PageSize[], scale: number): PageLayout {
  const tops: number[] = []
  let top = PAGE_GAP_PX
  let width = 0
  const sizes = pages.map((page) => {
    const size = { width: Math.floor(page.width * scale), height: Math.floor(page.height * scale) }
    tops.push(top)
    top += size.height + PAGE_GAP_PX
    width = Math.max(width, size.width)
    return size
  })
  return { tops, sizes, height: top, width }
}

/** Returns the index (from 0) of the page at an offset, by binary search; the gap above a page belongs to it. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 1)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) - PAGE_GAP_PX <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Number of pages rendered beyond those in view on each side, so that scrolling finds them ready. */
const EXTRA_PAGES = 1

/** Returns the indexes (from 0) of the pages to render for a view of a height that begins at the offset `top`. */
export function pagesNear(layout: PageLayout, top: number, height: number): number[] {
  if (layout.tops.length === 0) return []
  const first = Math.max(0, pageAt(layout, top) - EXTRA_PAGES)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, top + height) + EXTRA_PAGES)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A position in a document. */
export interface PagePosition {
  /** Counted from 1. */
  page: number
  /** Distance from the top of the page, as a fraction of its height, 0–1. */
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

/** Zoom of the pages: a factor (1 is 100 %), or fitted to the window's width or to a whole page. */
export type Zoom = number | 'width' | 'page'

/** The factors that zooming in and out steps through. */
const ZOOMS = [0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
/** Pixels per point at 100 %: a point is 1/72 inch, a pixel 1/96. */
export const FULL_SCALE = 96 / 72
/** Minimum scale; with less, a window that is narrow or not laid out yet would show nothing. */
const MIN_SCALE = 0.2
/** Maximum scale of a page fitted to the window: 400 %. */
const MAX_FITTED_SCALE = 4 * FULL_SCALE

/** Returns the scale, in pixels per point, of a zoom; `widest` is the widest page, in points. */
export function zoomScale(zoom: Zoom, widest: PageSize, window: PageSize): number {
  if (typeof zoom === 'number') return zoom * FULL_SCALE
  const byWidth = (window.width - 2 * PAGE_GAP_PX) / widest.width
  const scale =
    zoom === 'width' ? byWidth : Math.min(byWidth, (window.height - 2 * PAGE_GAP_PX) / widest.height)
  return Math.max(MIN_SCALE, Math.min(scale, MAX_FITTED_SCALE))
}

/** Factors that differ by less count as equal; fitted ones are no round numbers. */
const ZOOM_TOLERANCE = 0.01

/** Returns the next factor above or below one; the same when there is none. */
export function zoomStep(factor: number, by: 1 | -1): number {
  const next =
    by > 0
      ? ZOOMS.find((step) => step > factor + ZOOM_TOLERANCE)
      : ZOOMS.findLast((step) => step < factor - ZOOM_TOLERANCE)
  return next ?? factor
}
