/** A page as shown, in points. */
export interface PageSize {
  width: number
  height: number
}

/** Where the pages of a document stand below each other, in pixels. */
export interface PageLayout {
  /** One for each page. */
  tops: number[]
  sizes: PageSize[]
  height: number
  width: number
}

/** Pixels above, between and below pages. */
const PAGE_GAP = 16

/** Pages of these sizes below each other at a scale (pixels for a point). */
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

/** The number (from 0) of the page that a height belongs to; the gap above a page is its own. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) - PAGE_GAP <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** How many pages beside those in view are drawn: what is scrolled to next is there. */
const EXTRA_PAGES = 1

/** The numbers (from 0) of the pages to draw for a window of the whole. */
export function pagesNear(layout: PageLayout, top: number, height: number): number[] {
  if (layout.tops.length === 0) return []
  const first = Math.max(0, pageAt(layout, top) - EXTRA_PAGES)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, top + height) + EXTRA_PAGES)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A place of a document: a page from 1, and how far down it, 0–1. */
export interface PagePosition {
  page: number
  down: number
}

/** The place at a height. */
export function positionAt(layout: PageLayout, y: number): PagePosition {
  const index = pageAt(layout, y)
  const height = layout.sizes[index]?.height ?? 1
  const down = (y - (layout.tops[index] ?? 0)) / height
  return { page: index + 1, down: Math.min(1, Math.max(0, down)) }
}

/** The height at which a place stands; pages there are not count as the nearest. */
export function positionTop(layout: PageLayout, { page, down }: PagePosition): number {
  const index = Math.min(Math.max(0, page - 1), Math.max(0, layout.tops.length - 1))
  return (layout.tops[index] ?? 0) + (layout.sizes[index]?.height ?? 0) * down
}

/** How large pages are shown: a scale, as wide as the window, or whole. */
export type Zoom = number | 'width' | 'page'

const ZOOMS = [0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
/** Pixels for a point at 100 %: a point is 1/72 inch, a pixel 1/96. */
export const FULL_SCALE = 96 / 72
/** Beyond this a window that is narrow or not laid out yet shows nothing. */
const MIN_SCALE = 0.2

/** Pixels for a point in a window of this size. */
export function zoomScale(zoom: Zoom, widest: PageSize, window: PageSize): number {
  if (typeof zoom === 'number') return zoom * FULL_SCALE
  const byWidth = (window.width - 2 * PAGE_GAP) / widest.width
  const scale = zoom === 'width' ? byWidth : Math.min(byWidth, (window.height - 2 * PAGE_GAP) / widest.height)
  return Math.max(MIN_SCALE, Math.min(scale, FULL_SCALE * 4))
}

/** The next zoom up or down from a share of the full size. */
export function zoomStep(now: number, by: 1 | -1): number {
  const next = by > 0 ? ZOOMS.find((one) => one > now + 0.01) : ZOOMS.findLast((one) => one < now - 0.01)
  return next ?? now
}
