import { memo, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import { PIXEL_RATIO } from '../../documents/pdf/pdf-options.ts'
import type { PageBox } from '../places/boxes.ts'
import { findMatches } from '../places/found-text.ts'
import type { Annotation } from '../state/target.ts'
import { boxesInLayer, type LayerText, readLayer } from './layer-text.ts'
import { nameLinks } from './name-links.ts'
import type { PageSize } from './page-layout.ts'
import styles from './pdf.module.css'
import { PageWaiting } from './pdf-waiting.tsx'

interface Props {
  /** Counted from 1. */
  number: number
  /** Its distance from the top of the column of pages, in pixels. */
  top: number
  /** In pixels. */
  size: PageSize
  annotations: readonly Annotation[]
  /** Id of the current annotation. */
  current: string | undefined
  /** The boxes of the requested location; absent on other pages. */
  requested: readonly PageBox[] | undefined
  /** Whether another page is to be drawn before this one. */
  isHeld: boolean
  /** The words searched for in the document; `''` for none. */
  words: string
  /** Index of the current match among those of this page; undefined when it is on another page. */
  hit: number | undefined
  /** Reports that the page has been drawn, or has failed. */
  onDrawn: () => void
  /** Reports the size of the page, in points, once it has loaded. */
  onSize: (number: number, size: PageSize) => void
  /** Reports at which fraction of the page the current match is, once that is known. */
  onHit: (number: number, down: number) => void
}

/**
 * Renders a page with its text layer, links, annotations, highlights and search matches. Text and links follow the drawn
 * page, because they delay it and nobody can use them before.
 */
export const PdfPage = memo(function PdfPage(props: Props) {
  const { number, top, size, isHeld, onDrawn, onSize } = props
  const sheet = useRef<HTMLDivElement>(null)
  const [layer, setLayer] = useState<LayerText>()
  /** Whether the page has been drawn, or has failed; only until then it has a placeholder. */
  const [isDrawn, setDrawn] = useState(false)
  const finish = () => {
    setDrawn(true)
    onDrawn()
  }
  const updateLayer = useCallback(() => setLayer(sheet.current ? readLayer(sheet.current) : undefined), [])
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      style={{ top, width: size.width, height: size.height }}
      data-page={number}
    >
      {!isHeld && (
        <Page
          pageNumber={number}
          width={size.width}
          suspense={false}
          renderForms={false}
          renderTextLayer={isDrawn}
          renderAnnotationLayer={isDrawn}
          devicePixelRatio={PIXEL_RATIO}
          loading={null}
          onLoadError={finish}
          error={<p className={styles.fault}>第 {number} 页没有显示出来</p>}
          onLoadSuccess={({ originalWidth, originalHeight }) =>
            onSize(number, { width: originalWidth, height: originalHeight })
          }
          onRenderSuccess={finish}
          onRenderError={finish}
          onRenderTextLayerSuccess={updateLayer}
          onRenderAnnotationLayerSuccess={() => sheet.current && nameLinks(sheet.current)}
        />
      )}
      {!isDrawn && <PageWaiting number={number} />}
      <MarkLayer {...props} sheet={sheet} layer={layer} />
    </div>
  )
})

interface LayerProps extends Props {
  sheet: RefObject<HTMLDivElement | null>
  layer: LayerText | undefined
}

/** Renders the colored boxes over the page; its text stays readable and selectable. */
function MarkLayer({
  number,
  annotations,
  current,
  requested = [],
  words,
  hit,
  sheet,
  layer,
  onHit,
}: LayerProps) {
  const found = useMemo(() => {
    const element = sheet.current
    if (!words || !layer || !element) return []
    return findMatches(layer.text, words).map((match) => boxesInLayer(layer, element, number, match))
  }, [words, layer, sheet, number])
  const currentHit = hit === undefined ? undefined : found[hit]
  // Each match is reported once, as soon as its boxes are known.
  const reported = useRef('')
  const hitKey = currentHit ? `${words} ${hit}` : ''
  if (reported.current !== hitKey) {
    reported.current = hitKey
    if (currentHit) queueMicrotask(() => onHit(number, currentHit[0]?.y0 ?? 0))
  }
  return (
    <div className={styles.layer} aria-hidden="true">
      {annotations.map(({ id, colour, boxes }) => (
        <Boxes
          key={id}
          boxes={boxes.filter(({ page }) => page === number)}
          kind="annotation"
          colour={colour}
          isCurrent={id === current}
        />
      ))}
      {found.map((boxes, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: matches have no other name
        <Boxes key={index} boxes={boxes} kind="match" isCurrent={index === hit} />
      ))}
      <Boxes boxes={requested} kind="requested" />
    </div>
  )
}

interface BoxesProps {
  boxes: readonly PageBox[]
  /** What is highlighted: an annotation, a match of the search, or the location that was requested. */
  kind: 'annotation' | 'match' | 'requested'
  colour?: string
  isCurrent?: boolean
}

function Boxes({ boxes, kind, colour, isCurrent = false }: BoxesProps) {
  return boxes.map(({ x0, y0, x1, y1 }) => (
    <i
      key={`${x0} ${y0}`}
      data-kind={kind}
      data-colour={colour}
      data-current={isCurrent}
      style={{
        left: `${x0 * 100}%`,
        top: `${y0 * 100}%`,
        width: `${(x1 - x0) * 100}%`,
        height: `${(y1 - y0) * 100}%`,
      }}
    />
  ))
}
