import type { Citation } from '@scinav/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Document, Page } from 'react-pdf'
import { PDF_OPTIONS, PIXEL_RATIO } from '../../documents/pdf/pdf-options.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './sources.module.css'

interface Props {
  /** Of the file. */
  address: string
  mime: string
  /** Counted from 1. */
  page: number
  /** The highlighted boxes. */
  boxes: Citation['boxes']
}

/** Renders one page as printed, as wide as its container. */
export function PrintedPage({ address, mime, page, boxes }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  /** In pixels; 0 until it has been measured. */
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measure = () => setWidth(sheet.current?.clientWidth ?? 0)
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const failed = <Notice tone="bad">这一页没有显示出来，可以看下面的文字，或下载后打开。</Notice>
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
          error={failed}
        >
          {width > 0 && (
            <HighlightedBoxes boxes={boxes}>
              <Page
                key={page}
                pageNumber={page}
                width={width}
                suspense={false}
                renderForms={false}
                renderAnnotationLayer={false}
                devicePixelRatio={PIXEL_RATIO}
                loading={<div className={styles.ghost} />}
                error={failed}
              />
            </HighlightedBoxes>
          )}
        </Document>
      ) : (
        <HighlightedBoxes boxes={boxes}>
          <img src={address} alt="附件的原图" />
        </HighlightedBoxes>
      )}
    </div>
  )
}

function HighlightedBoxes({ boxes, children }: { boxes: Citation['boxes']; children: ReactNode }) {
  const first = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated when another box is the first
  useEffect(() => first.current?.scrollIntoView?.({ block: 'center' }), [boxes[0]?.y0, boxes[0]?.page])
  return (
    <div className={styles.printed}>
      {children}
      <div className={styles.layer} aria-hidden="true">
        {boxes.map(({ x0, y0, x1, y1 }, index) => (
          <i
            key={`${x0} ${y0}`}
            ref={index === 0 ? first : undefined}
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
