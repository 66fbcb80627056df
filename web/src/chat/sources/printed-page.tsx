import type { Citation } from '@scinav/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Document, Page } from 'react-pdf'
import { PDF_OPTIONS, PIXEL_RATIO } from '../../documents/pdf/pdf-options.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './sources.module.css'

interface Props {
  /** Address of the file. */
  address: string
  /** MIME type of the file; everything but `application/pdf` is shown as an image. */
  mime: string
  /** The shown page, counted from 1. An image has only one, so it is ignored there. */
  page: number
  /**
   * The highlighted boxes. All are on `page`: the caller leaves out those of other pages. Coordinates are fractions 0–1
   * of the page's width and height, from its top left corner.
   */
  boxes: Citation['boxes']
}

/**
 * Renders one page of a file as printed, as wide as its container, and scrolls to its first highlighted box. A PDF that
 * does not open shows a notice; an image that does not load shows its alternative text.
 */
export function PrintedPage({ address, mime, page, boxes }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  /** Width of the page in CSS pixels; 0 until it has been measured. */
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measure = () => setWidth(sheet.current?.clientWidth ?? 0)
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const failureNotice = <Notice tone="bad">这一页没有显示出来，可以看下面的文字，或下载后打开。</Notice>
  return (
    <div ref={sheet} className={styles.sheet}>
      {mime === 'application/pdf' ? (
        <Document
          file={address}
          options={PDF_OPTIONS}
          suspense={false}
          externalLinkTarget="_blank"
          externalLinkRel="noopener noreferrer"
          loading={<div className={styles.ghost} role="status" aria-label="正在打开 PDF" />}
          error={failureNotice}
        >
          {width > 0 && (
            <HighlightedPage boxes={boxes}>
              <Page
                key={page}
                pageNumber={page}
                width={width}
                suspense={false}
                renderForms={false}
                renderAnnotationLayer={false}
                devicePixelRatio={PIXEL_RATIO}
                loading={<div className={styles.ghost} />}
                error={failureNotice}
              />
            </HighlightedPage>
          )}
        </Document>
      ) : (
        <HighlightedPage boxes={boxes}>
          <img src={address} alt="附件的原图" />
        </HighlightedPage>
      )}
    </div>
  )
}

interface HighlightedPageProps {
  boxes: Citation['boxes']
  /** The page or image under the boxes. */
  children: ReactNode
}

/** Renders a page with boxes over it, and scrolls the first box to the middle of the view. */
function HighlightedPage({ boxes, children }: HighlightedPageProps) {
  const firstBox = useRef<HTMLElement>(null)
  const { page: firstPage, y0: firstTop } = boxes[0] ?? {}
  // Not on every render, because the user may have scrolled on: only when the first box is elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dependencies are the place of the first box
  useEffect(() => {
    // Optional because jsdom does not implement it.
    firstBox.current?.scrollIntoView?.({ block: 'center' })
  }, [firstTop, firstPage])
  return (
    <div className={styles.printed}>
      {children}
      <div className={styles.layer} aria-hidden="true">
        {boxes.map(({ x0, y0, x1, y1 }, index) => (
          <i
            key={`${x0} ${y0}`}
            ref={index === 0 ? firstBox : undefined}
            style={{
              left: `${x0 * 100}%`,
              top: `${y0 * 100}%`,
              width: `${(x1 - x0) * 100}%`,
              height: `${(y1 - y0) * 100}%`,
            }}
          />
        ))}
      </div>
    </div>
  )
}
