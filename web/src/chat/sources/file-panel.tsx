import { api, type Citation, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './sources.module.css'

const PrintedPage = lazyPart(() => import('./printed-page.tsx').then((m) => m.PrintedPage))

/** An attached file, opened at the location an answer cites. */
export interface OpenFile {
  file_id: string
  name: string
  /** Counted from 1; null when the file has no pages or none is cited. */
  page: number | null
  /** The cited places, as fractions of a page's width and height. */
  boxes: Citation['boxes']
  /** The cited text; `''` when the file is opened without a citation. */
  quote: string
}

type AttachedText = OutputOf<typeof api.reading.attached>

/** Renders a page of an attached file, as printed and as text, with the cited passage highlighted. */
export function FilePanel({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const { file_id, name, quote } = file
  const [page, setPage] = useState(file.page)
  const pageText = useRead(
    api.reading.attached,
    { file_id, ...(page !== null && { page }) },
    { keepPrevious: true },
  )
  return (
    <Panel title={name} width={640} side onClose={onClose}>
      <div className={styles.panel}>
        {quote && (
          <blockquote className={styles.fileQuote} aria-label="引用的原文">
            <mark>{quote}</mark>
          </blockquote>
        )}
        <ReadView of={pageText} what="原文">
          {(text) => <OpenedFile file={file} attachedText={text} page={page ?? 1} onPage={setPage} />}
        </ReadView>
      </div>
    </Panel>
  )
}

interface OpenedFileProps {
  file: OpenFile
  /** The text of the page, and what is known about the file. */
  attachedText: AttachedText
  /** The shown page, counted from 1. */
  page: number
  onPage: (page: number) => void
}

/** Renders a page of an attached file: as printed where the browser can show it, otherwise its text. */
function OpenedFile({ file, attachedText, page, onPage }: OpenedFileProps) {
  const { page_count, list, mime, version } = attachedText
  const address = api.files.read.path.replace('{file_id}', encodeURIComponent(file.file_id))
  const boxes = file.boxes.filter((box) => box.page === page)
  const isPrinted = mime === 'application/pdf' || mime === 'image/png' || mime === 'image/jpeg'
  return (
    <>
      <div className={styles.bar}>
        {page_count > 1 && (
          <>
            <QuietButton icon="left" label="上一页" onPress={() => page > 1 && onPage(page - 1)} />
            <span aria-live="polite">
              第 {page} / {page_count} 页
            </span>
            <QuietButton icon="right" label="下一页" onPress={() => page < page_count && onPage(page + 1)} />
            {file.page !== null && file.page !== page && (
              <QuietButton onPress={() => onPage(file.page ?? 1)}>回到引用处</QuietButton>
            )}
          </>
        )}
        <span className={styles.gap} />
        <OutsideLink icon="download" to={address}>
          下载
        </OutsideLink>
      </div>
      {version === null && <Notice>这个文件的文字还没有读出来，可以看原页或下载后查看。</Notice>}
      {isPrinted && <PrintedPage address={address} mime={mime} page={page} boxes={boxes} />}
      {list.length > 0 && (
        <details className={styles.text} open={!isPrinted}>
          <summary>这一页的文字</summary>
          {list.map(({ ordinal, type, text }) => (
            <Block key={ordinal} isHeading={type === 'heading'} text={text} quote={file.quote} />
          ))}
        </details>
      )}
    </>
  )
}

/** Renders a block of text with the first occurrence of the quote highlighted. */
function Block({ isHeading, text, quote }: { isHeading: boolean; text: string; quote: string }) {
  const start = quote ? text.indexOf(quote) : -1
  const content =
    start === -1 ? (
      text
    ) : (
      <>
        {text.slice(0, start)}
        <mark>{quote}</mark>
        {text.slice(start + quote.length)}
      </>
    )
  return isHeading ? <h3>{content}</h3> : <p>{content}</p>
}
