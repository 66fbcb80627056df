import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Document, type pdfjs } from 'react-pdf'
import { PDF_OPTIONS, takeWorker } from '../../documents/pdf/pdf-options.ts'
import { FailedView } from '../../ui/views/state-view.tsx'
import { DeskBar } from '../bar/desk-bar.tsx'
import { showPage } from '../state/reading.state.ts'
import { hasText } from '../state/target.ts'
import styles from './pdf.module.css'
import { PdfPages, type PdfPagesProps } from './pdf-pages.tsx'
import { type LoadProgress, PdfWaiting } from './pdf-waiting.tsx'
import type { LinkTarget } from './use-links.ts'
import type { Pdf } from './use-page-search.ts'

interface Props extends Omit<PdfPagesProps, 'pdf' | 'linkFollower'> {
  /** The address of the file. */
  address: string
}

/** Why a PDF cannot be shown; `locked` when it needs a password. */
type PdfFault = 'broken' | 'locked'

/** Loads a PDF and renders its pages; meanwhile the progress, and on failure the reason. */
export function PdfView({ address, ...rest }: Props) {
  const { tools, readable, start } = rest
  const [fault, setFault] = useState<PdfFault>()
  const [pdf, setPdf] = useState<Pdf>()
  const [progress, setProgress] = useState<LoadProgress>()
  const options = useOptions(pdf)
  // A ref, because `PdfPages` replaces the function by one that scrolls to the exact position.
  const linkFollower = useRef((to: LinkTarget) => showPage(to.pageNumber))
  if (!options) return null
  return (
    <Document
      className={styles.view}
      file={address}
      options={options}
      suspense={false}
      externalLinkTarget="_blank"
      externalLinkRel="noopener noreferrer"
      onItemClick={(to) => linkFollower.current(to)}
      onPassword={() => setFault('locked')}
      onLoadError={() => setFault('broken')}
      onLoadProgress={({ loaded, total }) => setProgress({ loaded, total })}
      onLoadSuccess={(loaded) => {
        setFault(undefined)
        setPdf(loaded)
      }}
      loading={
        <PdfFallback tools={tools}>
          {/* A PDF with a password goes on loading, because the library waits for the password. */}
          {fault ? (
            <BrokenPdf fault={fault} hasReadText={hasText(readable)} />
          ) : (
            <PdfWaiting size={readable.pages[start.page - 1]} progress={progress} />
          )}
        </PdfFallback>
      }
      error={
        <PdfFallback tools={tools}>
          <BrokenPdf fault={fault ?? 'broken'} hasReadText={hasText(readable)} />
        </PdfFallback>
      }
    >
      {pdf && <PdfPages pdf={pdf} linkFollower={linkFollower} {...rest} />}
    </Document>
  )
}

/** Returns the options of a document with a worker of its own, which ends after the document; undefined at first. */
function useOptions(pdf: Pdf | undefined) {
  const [options, setOptions] = useState<typeof PDF_OPTIONS & { worker: pdfjs.PDFWorker }>()
  const opened = useRef(pdf)
  opened.current = pdf
  useEffect(() => {
    const worker = takeWorker()
    setOptions({ ...PDF_OPTIONS, worker })
    return () => {
      const closed = opened.current?.loadingTask.destroy() ?? Promise.resolve()
      void closed.catch(() => undefined).then(() => worker.destroy())
    }
  }, [])
  return options
}

/** Renders what replaces the pages, with the actions on the file still available. */
function PdfFallback({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <>
      <DeskBar tools={tools}>{null}</DeskBar>
      {children}
    </>
  )
}

const faultTexts: Readonly<Record<PdfFault, { title: string; note: string }>> = {
  broken: { title: 'PDF 没有打开', note: '文件可能已损坏，或网络中断了。可以下载后打开' },
  locked: { title: '这份 PDF 有密码', note: '请下载后用密码打开，或上传没有密码的版本' },
}

/** Renders the failure of a PDF; its parsed text may still be available. */
const BrokenPdf = ({ fault, hasReadText }: { fault: PdfFault; hasReadText: boolean }) => (
  <FailedView
    title={faultTexts[fault].title}
    note={`${faultTexts[fault].note}${hasReadText ? '；文字已读出，也可以改用文本视图' : ''}。`}
  />
)
