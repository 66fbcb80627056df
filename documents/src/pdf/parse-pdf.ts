import type { DocumentWarning, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { assembleDocument } from './assemble-document.ts'
import { type OpenPdf, openPdf } from './engine/engine.ts'
import { restoreLigatures } from './engine/ligatures.ts'
import { withoutMarginMarks } from './page/margin-marks.ts'
import { buildPage, type PdfPage } from './page/page.ts'
import { emptyPage } from './page/page-content.ts'

// Text of a page that is no running text has three names here:
// - outside lines: running heads, page numbers and the artifacts that a tagged file declares
// - asides: what a page has beside its lines (`PdfPage.asides`), text at an angle and marks in the margin
// - other rows: what precedes the text of a first page, such as affiliations (`FrontMatter.otherRows`)
// All three become blocks of type `other`, which belong to no passage; those of the first page may also state where
// the document was published.

/** Options of `parsePdf`. */
export interface ParsePdfOptions {
  /** Called after each page, also one that could not be read, with the number of pages so far and of all. */
  onPage?: (done: number, total: number) => void
}

/**
 * Parses a PDF into its text with its structure: blocks in reading order, each with its positions.
 *
 * @throws UnreadableDocument `encrypted`, `damaged` (also when no page can be read), or `too-long`.
 */
export async function parsePdf(bytes: Uint8Array, { onPage }: ParsePdfOptions = {}): Promise<ParsedDocument> {
  const pdf = await openPdf(bytes)
  try {
    const { pages, warnings } = await readPages(pdf, onPage)
    return assembleDocument(pdf, withoutMarginMarks(pages), warnings)
  } finally {
    await pdf.close()
  }
}

/**
 * Reads all pages; a page that cannot be read is empty and causes a warning.
 *
 * @throws UnreadableDocument `damaged` when no page can be read.
 */
async function readPages(pdf: OpenPdf, onPage: ParsePdfOptions['onPage']) {
  const pages: PdfPage[] = []
  const warnings: DocumentWarning[] = []
  for (let page = 1; page <= pdf.pages; page++) {
    try {
      pages.push(buildPage(await pdf.read(page)))
    } catch {
      pages.push(buildPage(emptyPage(page)))
      warnings.push({ kind: 'unreadable-page', page })
    }
    onPage?.(page, pdf.pages)
  }
  restoreLigatures(pages, pdf.unknown)
  if (warnings.length === pdf.pages) throw documentFault('damaged')
  return { pages, warnings }
}
