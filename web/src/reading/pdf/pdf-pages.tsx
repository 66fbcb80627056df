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

export interface PdfPagesProps {
  pdf: Pdf
  readable: ReadableText
  annotations: readonly Annotation[]
  start: PagePosition
  onPlace: (place: PagePosition, scale: number | null) => void
  /** Follows links inside the file. */
  linkFollower: LinkFollower
  /** Shown at the end of the toolbar. */
  tools: ReactNode
}

/** Renders the pages of an open document with toolbar and outline. */
export function PdfPages({ pdf, readable, annotations, start, onPlace, linkFollower, tools }: PdfPagesProps) {
  const { sizes, onSize } = usePageSizes(pdf, readable)
  const [zoom, setZoom] = useZoom()
  const seen = usePageWindow(sizes, zoom, start)
  const find = usePdfFind(pdf, seen.page)
  const [showsOutline, setShowsOutline] = useState(false)
  const { goTo, scroller } = seen
  useScrollToHit(goTo, find)
  useLinks(pdf, seen, linkFollower)
  useTrackedPosition(seen.page, seen.place, seen.scale, zoom === 'width', onPlace)
  useTextSelection(scroller, readPageSelection)
  const toPage = (page: number) => goTo({ page, down: 0 })
  return (
    <>
      <PdfBar
        page={seen.page}
        pages={pdf.numPages}
        onPage={toPage}
        percent={Math.round((seen.scale / FULL_SCALE) * 100)}
        onZoom={(by) => setZoom(by === 0 ? 'width' : zoomStep(seen.scale / FULL_SCALE, by))}
        onWhole={() => setZoom(zoom === 'page' ? 'width' : 'page')}
        find={find}
        {...(readable.outline.length > 0 && {
          outline: { shows: showsOutline, toggle: () => setShowsOutline(!showsOutline) },
        })}
        tools={tools}
      />
      <div className={styles.body}>
        {showsOutline && <DocumentOutline entries={readable.outline} page={seen.page} onPage={toPage} />}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is an annotation, which the list of notes offers to the keyboard */}
        <section
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pages scroll by the keyboard
          tabIndex={0}
          aria-label="原文"
          onScroll={seen.onScroll}
          onClick={(event) => handlePress(event.nativeEvent, annotations)}
        >
          {sizes.length === 0 && <PdfWaiting size={undefined} progress={undefined} />}
          <div className={styles.pages} style={{ height: seen.layout.height, minWidth: seen.layout.width }}>
            <DrawnPages seen={seen} annotations={annotations} find={find} onSize={onSize} />
          </div>
        </section>
      </div>
    </>
  )
}

interface DrawnPagesProps {
  seen: ReturnType<typeof usePageWindow>
  annotations: readonly Annotation[]
  find: ReturnType<typeof usePdfFind>
  onSize: ReturnType<typeof usePageSizes>['onSize']
}

/** Renders the pages near the window. */
function DrawnPages({
  seen: { drawn, layout, goTo },
  annotations,
  find: { words, hit },
  onSize,
}: DrawnPagesProps) {
  const { sought, annotation } = useReading()
  const byPage = useMemo(() => annotationsByPage(annotations), [annotations])
  const onHit = useCallback((page: number, down: number) => goTo({ page, down }, true), [goTo])
  return drawn.map((index) => (
    <PdfPage
      key={index}
      number={index + 1}
      top={layout.tops[index] ?? 0}
      size={layout.sizes[index] ?? { width: 0, height: 0 }}
      annotations={byPage.get(index + 1) ?? NO_ANNOTATIONS}
      current={annotation}
      sought={highlightsOnPage(sought?.boxes, index + 1)}
      words={words}
      hit={hit?.page === index + 1 ? hit.hit : undefined}
      onSize={onSize}
      onHit={onHit}
    />
  ))
}

/** Scrolls to the requested location, once per request; a new scale does not scroll there again. */
function useScrollToHit(
  goTo: (to: PagePosition, isCentered?: boolean) => void,
  { hit, at, words }: ReturnType<typeof usePdfFind>,
): void {
  const sought = useReading((state) => state.sought)
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    if (!sought?.page) return
    const [first] = sought.boxes
    go.current({ page: first?.page ?? sought.page, down: first?.y0 ?? 0 }, first !== undefined)
  }, [sought])
  const page = hit?.page
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every place in hand
  useEffect(() => {
    if (page !== undefined) go.current({ page, down: 0 })
  }, [page, at, words])
}

const NO_ANNOTATIONS: readonly Annotation[] = []

const highlightsOnPage = <Box extends { page: number }>(boxes: readonly Box[] | undefined, page: number) =>
  boxes?.some((box) => box.page === page) ? boxes.filter((box) => box.page === page) : undefined

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
  const [page, x, y] = [
    Number(sheet.getAttribute('data-page')),
    (clientX - left) / width,
    (clientY - top) / height,
  ]
  const hit = annotations.findLast(({ boxes }) => isWithin(boxes, page, x, y))
  if (hit) openAnnotation(hit.id)
}

/** Publishes the reading position, and the page to the shared state. */
function useTrackedPosition(
  page: number,
  place: { current: PagePosition },
  scale: number,
  isFitted: boolean,
  onPlace: PdfPagesProps['onPlace'],
): void {
  useEffect(() => {
    useReading.setState({ page })
  }, [page])
  const report = useRef(onPlace)
  report.current = onPlace
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported with every page
  useEffect(() => {
    report.current(place.current, isFitted ? null : scale / FULL_SCALE)
  }, [page, isFitted, scale])
}

const STORAGE_KEY = 'scinav.reading.zoom'

function readStoredZoom(): Zoom {
  const stored = readStored(STORAGE_KEY)
  if (stored === 'page') return stored
  const share = Number(stored)
  return share >= 0.25 && share <= 4 ? share : 'width'
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
