import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'

pdfjs.GlobalWorkerOptions.workerSrc = worker

const resourcePath = `/assets/pdfjs-${pdfjs.version}`
/**
 * The pdf.js options of every PDF shown: only the byte ranges of viewed pages are fetched, and all resources that a PDF
 * may need are served from this site.
 */
export const PDF_OPTIONS = {
  cMapUrl: `${resourcePath}/cmaps/`,
  standardFontDataUrl: `${resourcePath}/standard_fonts/`,
  wasmUrl: `${resourcePath}/wasm/`,
  iccUrl: `${resourcePath}/iccs/`,
  disableAutoFetch: true,
  disableStream: true,
  /** Size of one requested range, in bytes; a file of at most two ranges, as most papers are, is requested at once. */
  rangeChunkSize: 512 * 1024,
  enableXfa: false,
}

/** The worker of the next PDF to be read: it starts while the screen is rendered and the file is looked up. */
let nextWorker = typeof Worker === 'undefined' ? undefined : new pdfjs.PDFWorker()

/** Returns a worker for one PDF; whoever takes it destroys it. */
export function takeWorker(): pdfjs.PDFWorker {
  const worker = nextWorker ?? new pdfjs.PDFWorker()
  nextWorker = undefined
  return worker
}

/** Device pixels per CSS pixel. Capped at 2: a higher resolution is not visible and costs four times the memory. */
export const PIXEL_RATIO = Math.min(2, globalThis.devicePixelRatio || 1)
