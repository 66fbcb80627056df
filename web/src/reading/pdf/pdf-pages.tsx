import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { DocumentOutline } from '../bar/outline.tsx'
import { useTextSelection } from '../bar/use-text-selection.ts'
import { isWithin } from '../places/boxes.ts'
import { openAnnotation, useReading } from '../state/reading.state.ts'
import type { Annotation, ReadableText } from '../state/target.ts'
import { FULL_SCALE, type PagePosition, type Zoom, zoomStep } from './page-layout.ts'
import { readPageSelection } from './page-selection.ts'
import styles from './pdf.module.css'
import { PdfBar } from './pdf-bar.tsx'
import { PdfPage } from './pdf-page.tsx'
import { PdfWaiting } from './pdf-waiting.tsx'
import { type LinkFollower, useLinks } from './use-links.ts'
import { type Pdf, usePdfFind } from './use-page-search.ts'
import { usePageSizes, usePageWindow } from './use-page-window.ts'

/** The props of `PdfPages`. */
export interface PdfPagesProps {
  pdf: Pdf
  readable: ReadableText
  annotations: readonly Annotation[]
  /** The position to start from. */
  start: PagePosition
  /** Called with the reading position and the zoom factor, null where it is fitted to the width, to be saved. */
  onPosition: (position: PagePosition, scale: number | null) => void
  /** Follows links inside the file. */
  linkFollower: LinkFollower
  /** Shown at the end of the toolbar. */
  tools: ReactNode
}

/** Renders the pages of an open document with toolbar and outline. */
export function PdfPages({
  pdf,
  readable,
  annotations,
  start,
  onPosition,
  linkFollower,
  tools,
}: PdfPagesProps) {
  const { sizes, onSize } = usePageSizes(pdf, readable)
  const [zoom, setZoom] = useZoom()
  const pageWindow = usePageWindow(sizes, zoom, start)
  const find = usePdfFind(pdf, pageWindow.page)
  const [showsOutline, setShowsOutline] = useState(false)
  const { goTo, scroller } = pageWindow
  useScrollToHit(goTo, find)
  useLinks(pdf, pageWindow, linkFollower)
  useTrackedPosition(pageWindow.page, pageWindow.position, pageWindow.scale, zoom === 'width', onPosition)
  useTextSelection(scroller, readPageSelection)
  const toPage = (page: number) => goTo({ page, down: 0 })
  return (
    <>
      <PdfBar
        page={pageWindow.page}
        pages={pdf.numPages}
        onPage={toPage}
        percent={Math.round((pageWindow.scale / FULL_SCALE) * 100)}
        onZoom={(by) => setZoom(by === 0 ? 'width' : zoomStep(pageWindow.scale / FULL_SCALE, by))}
        onTogglePageFit={() => setZoom(zoom === 'page' ? 'width' : 'page')}
        find={find}
        {...(readable.outline.length > 0 && {
          outline: { shows: showsOutline, toggle: () => setShowsOutline(!showsOutline) },
        })}
        tools={tools}
      />
      <div className={styles.body}>
        {showsOutline && (
          <DocumentOutline entries={readable.outline} page={pageWindow.page} onPage={toPage} />
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is an annotation, which the list of notes offers to the keyboard */}
        <section
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pages scroll by the keyboard
          tabIndex={0}
          aria-label="原文"
          onScroll={pageWindow.onScroll}
          onClick={(event) => handlePress(event.nativeEvent, annotations)}
        >
          {sizes.length === 0 && <PdfWaiting size={undefined} progress={undefined} />}
          <div
            className={styles.pages}
            style={{ height: pageWindow.layout.height, minWidth: pageWindow.layout.width }}
          >
            <DrawnPages pageWindow={pageWindow} annotations={annotations} find={find} onSize={onSize} />
          </div>
        </section>
      </div>
    </>
  )
}

interface DrawnPagesProps {
  pageWindow: ReturnType<typeof usePageWindow>
  annotations: readonly Annotation[]
  find: ReturnType<typeof usePdfFind>
  onSize: ReturnType<typeof usePageSizes>['onSize']
}

/** Renders the pages near the window; the page in view is drawn first, and then those around it. */
function DrawnPages({
  pageWindow: { page, drawn, layout, goTo },
  annotations,
  find: { words, hit },
  onSize,
}: DrawnPagesProps) {
  const { requested, annotation } = useReading()
  const byPage = useMemo(() => annotationsByPage(annotations), [annotations])
  const [isFirstDrawn, setFirstDrawn] = useState(false)
  const onDrawn = useCallback(() => setFirstDrawn(true), [])
  const onHit = useCallback((page: number, down: number) => goTo({ page, down }, true), [goTo])
  return drawn.map((index) => (
    <PdfPage
      key={index}
      number={index + 1}
      top={layout.tops[index] ?? 0}
      size={layout.sizes[index] ?? { width: 0, height: 0 }}
      annotations={byPage.get(index + 1) ?? NO_ANNOTATIONS}
      current={annotation}
      requested={highlightsOnPage(requested?.boxes, index + 1)}
      isHeld={!isFirstDrawn && index + 1 !== page}
      words={words}
      hit={hit?.page === index + 1 ? hit.hit : undefined}
      onDrawn={onDrawn}
      onSize={onSize}
      onHit={onHit}
    />
  ))
}

/** Scrolls to the requested location and to the current match, once each; a new scale does not scroll there again. */
function useScrollToHit(
  goTo: (to: PagePosition, isCentered?: boolean) => void,
  { hit, index, words }: ReturnType<typeof usePdfFind>,
): void {
  const requested = useReading((state) => state.requested)
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    if (!requested?.page) return
    const [first] = requested.boxes
    go.current({ page: first?.page ?? requested.page, down: first?.y0 ?? 0 }, first !== undefined)
  }, [requested])
  const page = hit?.page
  // Goes to the page of the match; `onHit` scrolls to the match itself once the page has been drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other match
  useEffect(() => {
    if (page !== undefined) go.current({ page, down: 0 })
  }, [page, index, words])
}

const NO_ANNOTATIONS: readonly Annotation[] = []

/** Returns the boxes on a page; undefined when there are none, so that the page's props stay the same. */
const highlightsOnPage = <Box extends { page: number }>(boxes: readonly Box[] | undefined, page: number) =>
  boxes?.some((box) => box.page === page) ? boxes.filter((box) => box.page === page) : undefined

/** Groups annotations by page (from 1); one that spans several pages is in each group. */
function annotationsByPage(annotations: readonly Annotation[]): Map<number, Annotation[]> {
  const byPage = new Map<number, Annotation[]>()
  for (const annotation of annotations)
    for (const page of new Set(annotation.boxes.map((box) => box.page)))
      byPage.set(page, [...(byPage.get(page) ?? []), annotation])
  return byPage
}

/** Selects the annotation under a click, unless the click ends a text selection. */
function handlePress({ target, clientX, clientY }: MouseEvent, annotations: readonly Annotation[]): void {
  const sheet = target instanceof Element ? target.closest('[data-page]') : null
  if (!sheet || !document.getSelection()?.isCollapsed) return
  const { left, top, width, height } = sheet.getBoundingClientRect()
  const page = Number(sheet.getAttribute('data-page'))
  const x = (clientX - left) / width
  const y = (clientY - top) / height
  const pressed = annotations.findLast(({ boxes }) => isWithin(boxes, page, x, y))
  if (pressed) openAnnotation(pressed.id)
}

/** Reports the reading position with every change of page or scale, and publishes the page in `useReading`. */
function useTrackedPosition(
  page: number,
  position: { current: PagePosition },
  scale: number,
  isFitted: boolean,
  onPosition: PdfPagesProps['onPosition'],
): void {
  useEffect(() => {
    useReading.setState({ page })
  }, [page])
  const report = useRef(onPosition)
  report.current = onPosition
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported with every page
  useEffect(() => {
    report.current(position.current, isFitted ? null : scale / FULL_SCALE)
  }, [page, isFitted, scale])
}

const STORAGE_KEY = 'scinav.reading.zoom'

/** The range of zoom factors that the toolbar can set. */
const MIN_ZOOM = 0.25
const MAX_ZOOM = 4

/** Reads the zoom stored in this browser; the window's width when there is none or it is out of range. */
function readStoredZoom(): Zoom {
  const stored = readStored(STORAGE_KEY)
  if (stored === 'page') return stored
  const factor = Number(stored)
  return factor >= MIN_ZOOM && factor <= MAX_ZOOM ? factor : 'width'
}

/** Returns the zoom of the pages, stored in this browser. */
function useZoom(): [Zoom, (zoom: Zoom) => void] {
  const [zoom, setZoom] = useState(readStoredZoom)
  return [
    zoom,
    (next) => {
      setZoom(next)
      writeStored(STORAGE_KEY, String(next))
    },
  ]
}
