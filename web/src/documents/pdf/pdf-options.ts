import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'

pdfjs.GlobalWorkerOptions.workerSrc = worker

const resourcePath = `/assets/pdfjs-${pdfjs.version}`
/** Only what is looked at is loaded; everything that a PDF may need besides comes from ourselves. */
export const PDF_OPTIONS = {
  cMapUrl: `${resourcePath}/cmaps/`,
  standardFontDataUrl: `${resourcePath}/standard_fonts/`,
  wasmUrl: `${resourcePath}/wasm/`,
  iccUrl: `${resourcePath}/iccs/`,
  disableAutoFetch: true,
  disableStream: true,
  rangeChunkSize: 256 * 1024,
  enableXfa: false,
}

/** Sharper than twice is not seen, and costs four times the memory. */
export const PIXEL_RATIO = Math.min(2, globalThis.devicePixelRatio || 1)
