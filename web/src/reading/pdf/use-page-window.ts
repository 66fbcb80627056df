import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
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

/** Fraction of the window left above a location that is scrolled to. */
const SCROLL_MARGIN_SHARE = 0.3

interface VisiblePages {
  /** Counted from 1. */
  page: number
  /** Indexes of the pages to draw, from 0. */
  drawn: readonly number[]
}

/**
 * Virtualizes a long document: returns the pages to draw, the page in view, and functions to go elsewhere. The position
 * is kept when sizes change.
 */
export function usePageWindow(sizes: readonly PageSize[], zoom: Zoom, start: PagePosition) {
  const scroller = useRef<HTMLDivElement>(null)
  const frame = useScrollerSize(scroller)
  const scale = zoomScale(zoom, widestPage(sizes), frame)
  const layout = useMemo(() => layoutPages(sizes, scale), [sizes, scale])
  const place = useRef(start)
  /**
   * Whether the position was placed below the top of the window; after the next scroll, the top is the position again.
   */
  const isBelow = useRef(false)
  const [seen, setSeen] = useState<VisiblePages>({ page: start.page, drawn: [] })

  const look = useCallback(() => {
    const on = scroller.current
    if (!on) return
    setSeen((now) => keepIfSame(now, visiblePages(layout, on)))
  }, [layout])
  const onScroll = useCallback(() => {
    const on = scroller.current
    if (on) place.current = positionAt(layout, on.scrollTop)
    isBelow.current = false
    look()
  }, [layout, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a window of another size shows other pages
  useLayoutEffect(() => {
    const on = scroller.current
    if (!on || layout.tops.length === 0) return
    const top = Math.round(positionTop(layout, place.current))
    // The top of a page is shown with the gap above it.
    const above = place.current.down === 0 ? 8 : 0
    on.scrollTop = top - (isBelow.current ? on.clientHeight * SCROLL_MARGIN_SHARE : above)
    look()
  }, [layout, look, frame])

  const goTo = useCallback(
    (to: PagePosition, isBrought = false) => {
      const on = scroller.current
      place.current = to
      isBelow.current = isBrought
      if (!on) return
      on.scrollTop = positionTop(layout, to) - (isBrought ? on.clientHeight * SCROLL_MARGIN_SHARE : 8)
      look()
    },
    [layout, look],
  )
  return { scroller, layout, scale, ...seen, place, goTo, onScroll }
}

function visiblePages(layout: PageLayout, { scrollTop, clientHeight }: HTMLElement): VisiblePages {
  // The current page is the one a third down the window.
  const page = positionAt(layout, scrollTop + clientHeight / 3).page
  return { page, drawn: pagesNear(layout, scrollTop, clientHeight) }
}

function keepIfSame(now: VisiblePages, next: VisiblePages): VisiblePages {
  const isSame =
    now.page === next.page && now.drawn[0] === next.drawn[0] && now.drawn.length === next.drawn.length
  return isSame ? now : next
}

const A4: PageSize = { width: 595, height: 842 }

function widestPage(sizes: readonly PageSize[]): PageSize {
  let widest = sizes[0] ?? A4
  for (const size of sizes) if (size.width > widest.width) widest = size
  return widest
}

function useScrollerSize(scroller: RefObject<HTMLElement | null>): PageSize {
  const [frame, setFrame] = useState<PageSize>({ width: 0, height: 0 })
  useEffect(() => {
    const on = scroller.current
    if (!on) return
    const measure = () => setFrame({ width: on.clientWidth, height: on.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(on)
    return () => watch.disconnect()
  }, [scroller])
  return frame
}
