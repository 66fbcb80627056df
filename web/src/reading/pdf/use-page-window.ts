import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReadableText } from '../state/target.ts'
import {
  layoutPages,
  type PageLayout,
  type PagePosition,
  type PageSize,
  pagesNear,
  positionAt,
  positionTop,
  type Zoom,
  zoomScale,
} from './page-layout.ts'
import type { Pdf } from './use-page-search.ts'

/** Fraction of the window left above a location that is scrolled to. */
const SCROLL_MARGIN_SHARE = 0.3
/** The page in view is the one at this fraction of the window's height. */
const CURRENT_PAGE_SHARE = 1 / 3
/** Space left above a page that is scrolled to, in pixels. */
const TOP_GAP_PX = 8

interface VisiblePages {
  /** Counted from 1. */
  page: number
  /** Indexes of the pages to draw, from 0. */
  drawn: readonly number[]
}

/**
 * Virtualizes a long document: returns the pages to draw, the page in view, the reading position, and the function that
 * goes to another one. The position is kept when sizes change.
 */
export function usePageWindow(sizes: readonly PageSize[], zoom: Zoom, start: PagePosition) {
  const scroller = useRef<HTMLDivElement>(null)
  const windowSize = useScrollerSize(scroller)
  const scale = zoomScale(zoom, widestPage(sizes), windowSize)
  const layout = useMemo(() => layoutPages(sizes, scale), [sizes, scale])
  /** The reading position. It is at the top of the window, or below it, see `isBelow`. */
  const position = useRef(start)
  /** Whether `goTo` has put the position below the top of the window; after the next scroll, it is the top again. */
  const isBelow = useRef(false)
  const [seen, setSeen] = useState<VisiblePages>({ page: start.page, drawn: [] })

  const updatePages = useCallback(() => {
    const element = scroller.current
    if (!element) return
    setSeen((before) => keepIfSame(before, visiblePages(layout, element)))
  }, [layout])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element) position.current = positionAt(layout, element.scrollTop)
    isBelow.current = false
    updatePages()
  }, [layout, updatePages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a window of another size shows other pages
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || layout.tops.length === 0) return
    const top = Math.round(positionTop(layout, position.current))
    // The top of a page is shown with the gap above it.
    const above = position.current.down === 0 ? TOP_GAP_PX : 0
    element.scrollTop = top - (isBelow.current ? element.clientHeight * SCROLL_MARGIN_SHARE : above)
    updatePages()
  }, [layout, updatePages, windowSize])

  const goTo = useCallback(
    (to: PagePosition, isCentered = false) => {
      const element = scroller.current
      position.current = to
      isBelow.current = isCentered
      if (!element) return
      const above = isCentered ? element.clientHeight * SCROLL_MARGIN_SHARE : TOP_GAP_PX
      element.scrollTop = positionTop(layout, to) - above
      updatePages()
    },
    [layout, updatePages],
  )
  return { scroller, layout, scale, ...seen, position, goTo, onScroll }
}

function visiblePages(layout: PageLayout, { scrollTop, clientHeight }: HTMLElement): VisiblePages {
  const { page } = positionAt(layout, scrollTop + clientHeight * CURRENT_PAGE_SHARE)
  return { page, drawn: pagesNear(layout, scrollTop, clientHeight) }
}

/** Returns the present object when the pages are the same, so that nothing is rendered again. */
function keepIfSame(before: VisiblePages, next: VisiblePages): VisiblePages {
  const isSame =
    before.page === next.page &&
    before.drawn[0] === next.drawn[0] &&
    before.drawn.length === next.drawn.length
  return isSame ? before : next
}

/** In points; stands for a page while no size is known. */
const A4: PageSize = { width: 595, height: 842 }

function widestPage(sizes: readonly PageSize[]): PageSize {
  let widest = sizes[0] ?? A4
  for (const size of sizes) if (size.width > widest.width) widest = size
  return widest
}

/** Returns the inner size of the scrolling element, in pixels; 0 × 0 until it has been measured. */
function useScrollerSize(scroller: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ width: 0, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return size
}

/**
 * Returns the page sizes, in points: those that the parser found, otherwise the size of the first page for every page
 * until `onSize` reports its own.
 */
export function usePageSizes(pdf: Pdf, { pages }: ReadableText) {
  const [sizes, setSizes] = useState<PageSize[]>([])
  useEffect(() => {
    if (pages.length === pdf.numPages) return setSizes(pages.map(({ width, height }) => ({ width, height })))
    let isUnmounted = false
    void pdf.getPage(1).then((page) => {
      const { width, height } = page.getViewport({ scale: 1 })
      if (!isUnmounted) setSizes(Array.from({ length: pdf.numPages }, () => ({ width, height })))
    })
    return () => {
      isUnmounted = true
    }
  }, [pdf, pages])
  const onSize = useCallback((number: number, size: PageSize) => {
    setSizes((before) => {
      const old = before[number - 1]
      // Sizes that differ by less than a point are the same, so that no page moves.
      const isKnown = old && Math.abs(old.width - size.width) < 1 && Math.abs(old.height - size.height) < 1
      return !old || isKnown ? before : before.with(number - 1, size)
    })
  }, [])
  return { sizes, onSize }
}
