import { api } from '@scinav/contract'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useRead } from '../../api/use-read.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia } from '../../ui/use-media.ts'
import { FailedView } from '../../ui/views/state-view.tsx'
import styles from '../bar/desk.module.css'
import { PdfWaiting } from '../pdf/pdf-waiting.tsx'
import { openAnnotation, showLocation, showPage, useReading } from '../state/reading.state.ts'
import { type ReadingView, useReadingAddress } from '../state/reading-address.ts'
import {
  type Annotation,
  fileAddress,
  hasPages,
  hasText,
  type ReadableText,
  type ReadingTarget,
} from '../state/target.ts'
import { TextView } from '../text/text-view.tsx'
import { DeskTools } from './desk-tools.tsx'
import { loadPdfView, PHONE_VIEWPORT } from './desk-view.ts'
import { FileState, TextNotices } from './file-state.tsx'
import { RecordView } from './record-view.tsx'
import { TextSelectionBar } from './text-selection-bar.tsx'
import { useSavedPosition } from './use-saved-position.ts'

const PdfView = lazyPart(loadPdfView, () => (
  <FailedView
    title="没能打开 PDF 阅读器"
    note="请检查网络后刷新页面；也可以先用文本视图。"
    action={{ name: '刷新', run: () => location.reload() }}
  />
))

interface Props {
  /** The document or paper that is open. */
  target: ReadingTarget
  /** What the server has of it: its record, file and parsed text, and the saved position. */
  readable: ReadableText
  annotations: readonly Annotation[]
}

/**
 * Renders the desk, the part of the reading screen with the open text: its pages, its text view, or, where it cannot be
 * read, the state of its file and its record.
 */
export function Desk({ target, readable, annotations }: Props) {
  const { setView } = useReadingAddress()
  const view = useView(readable)
  const hasBothViews = hasPages(readable) && hasText(readable)
  const switchView = (to: ReadingView) => {
    setView(to)
    // Shows the same page in the other view.
    showPage(useReading.getState().page)
  }
  useAddressedPlace(target, readable)
  useAddressedAnnotation(annotations)
  const saved = useSavedPosition(target, readable.position)
  const tools = (
    <DeskTools
      target={target}
      readable={readable}
      view={view}
      {...(hasBothViews && { onView: switchView })}
    />
  )
  return (
    <div className={styles.desk}>
      {view === 'pages' && <h1 className="sr-only">{plainText(readable.title)}</h1>}
      {view === undefined && <DeskFallback target={target} readable={readable} tools={tools} />}
      {view !== undefined && <TextNotices target={target} readable={readable} />}
      {view === 'pages' && (
        <Suspense fallback={<PdfWaiting size={readable.pages[0]} progress={undefined} />}>
          <PdfView
            address={fileAddress(target)}
            readable={readable}
            annotations={annotations}
            start={saved.startOfPages}
            onPosition={saved.savePage}
            tools={tools}
          />
        </Suspense>
      )}
      {view === 'text' && (
        <TextView
          key={readable.version}
          target={target}
          readable={readable}
          annotations={annotations}
          start={saved.startOfText}
          onPosition={saved.saveBlock}
          tools={tools}
        />
      )}
      {view !== undefined && <TextSelectionBar target={target} readable={readable} />}
    </div>
  )
}

/** Renders the state of the file and the record of a text that cannot be read. */
function DeskFallback({
  target,
  readable,
  tools,
}: {
  target: ReadingTarget
  readable: ReadableText
  tools: ReactNode
}) {
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.gap} />
        <span className={styles.tools}>{tools}</span>
      </div>
      <div className={styles.state}>
        <FileState target={target} readable={readable} />
        <RecordView readable={readable} />
      </div>
    </>
  )
}

/**
 * Returns the view: the preferred one if the text has it, else the other; undefined when the text cannot be read.
 * Preferred is the view in the address, then on a phone the text, elsewhere the view last used, at first the pages.
 */
function useView(readable: ReadableText): ReadingView | undefined {
  const { address } = useReadingAddress()
  const isPhone = useMedia(PHONE_VIEWPORT)
  const preferred = address.view ?? (isPhone ? 'text' : (readable.position?.view ?? 'pages'))
  if (!hasText(readable)) return hasPages(readable) ? 'pages' : undefined
  return hasPages(readable) && preferred === 'pages' ? 'pages' : 'text'
}

/**
 * Shows the place in the address: its quote where that is found, otherwise its page. The views start at the saved
 * position and then scroll to the place requested here, which therefore takes precedence. Each place is shown once, so
 * that readers who have moved on since are not taken back whenever something is rendered again.
 */
function useAddressedPlace(target: ReadingTarget, readable: ReadableText): void {
  const { address } = useReadingAddress()
  const { page, quote = '' } = address
  const seeksQuote = quote !== '' && hasText(readable)
  const found = useRead(
    api.reading.find,
    { ...target, quote, ...(page && { page }) },
    { enabled: seeksQuote },
  )
  // Until the search for the quote has ended it is not known whether its page has to be shown instead.
  const isSettled = !seeksQuote || found.data !== undefined || found.error !== null
  const placeKey = `${page ?? ''} ${quote}`
  /** The `placeKey` shown last; `''` before the first. */
  const lastShownKey = useRef('')
  useEffect(() => {
    if (!isSettled || lastShownKey.current === placeKey) return
    lastShownKey.current = placeKey
    if (seeksQuote && found.data) showLocation(found.data)
    else if (page) showPage(page)
  }, [isSettled, seeksQuote, placeKey, page, found.data])
}

/** Selects and shows the annotation in the address when it has loaded, once as in `useAddressedPlace`. */
function useAddressedAnnotation(annotations: readonly Annotation[]): void {
  const { annotation_id } = useReadingAddress().address
  const named = annotations.find(({ id }) => id === annotation_id)
  const lastShownId = useRef<string>(undefined)
  useEffect(() => {
    if (!named || lastShownId.current === named.id) return
    lastShownId.current = named.id
    openAnnotation(named.id)
    showLocation(named)
  }, [named])
}
