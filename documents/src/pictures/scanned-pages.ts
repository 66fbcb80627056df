import { PDFiumLibrary } from '@hyzyla/pdfium'
import { canonicalText } from '../canonical-text.ts'
import type { Block, PageFacts, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { detectLanguage } from '../structure/language.ts'
import { renumberNotes } from '../structure/notes.ts'
import { MorePages, type ParseWatch, type RecognizedPage } from '../watch.ts'
import { createPictureReader } from './ocr.ts'
import { pictureBlocks } from './picture.ts'

/**
 * Returns a PDF document with the recognized text of its scanned pages.
 *
 * @throws UnreadableDocument `empty` when no text was found at all; MorePages when pages remain for a further step.
 */
export async function withScannedPages(
  bytes: Uint8Array,
  document: ParsedDocument,
  watch: ParseWatch,
): Promise<ParsedDocument> {
  const scans = document.pages.filter(({ scanned, width, height }) => scanned && width > 0 && height > 0)
  if (scans.length === 0) return document
  const recognized = await recognizePages(bytes, scans, watch)
  const blocks = insertPages(document.blocks, recognized)
  const { text } = canonicalText(blocks)
  if (text === '') throw documentFault('empty')
  return {
    ...document,
    blocks,
    language: detectLanguage(text),
    pages: document.pages.map((facts) => ({
      ...facts,
      confidence: recognized.get(facts.page)?.confidence ?? facts.confidence,
    })),
  }
}

/** Pixels per point at which pages are rendered: Tesseract works best at 300 dpi. */
const OCR_SCALE = 300 / 72
/** Largest number of pixels of a rendered page; a larger page is rendered with fewer pixels per point. */
const MAX_PIXELS = 20_000_000

/**
 * Recognizes the scanned pages that no earlier step has recognized, and returns the results of all steps by page. A
 * step (see `RecognitionSteps`) recognizes at least one page, whatever its time.
 *
 * @throws MorePages when the time of the step ends before the last page.
 */
async function recognizePages(
  bytes: Uint8Array,
  scans: PageFacts[],
  { report, steps }: ParseWatch,
): Promise<Map<number, RecognizedPage>> {
  const recognized = new Map((steps?.recognized ?? []).map((page) => [page.page, page]))
  const remaining = scans.filter(({ page }) => !recognized.has(page))
  if (remaining.length === 0) return recognized
  const deadline = performance.now() + (steps?.step_ms ?? Number.POSITIVE_INFINITY)
  const library = await PDFiumLibrary.init()
  const reader = createPictureReader()
  try {
    const document = await library.loadDocument(bytes)
    for (const [at, { page, width, height }] of remaining.entries()) {
      if (at > 0 && performance.now() > deadline) throw new MorePages()
      report('ocr', recognized.size, scans.length)
      const scale = Math.min(OCR_SCALE, Math.sqrt(MAX_PIXELS / (width * height)))
      const image = await document
        .getPage(page - 1)
        .render({ scale, colorSpace: 'Gray', render: async ({ data }) => data })
      const picture = await reader.read(encodePgm(image.width, image.height, image.data))
      const blocks = pictureBlocks(picture, page, width / image.width)
      const result = { page, blocks, confidence: picture.confidence }
      recognized.set(page, result)
      steps?.save(result)
    }
    report('ocr', recognized.size, scans.length)
    document.destroy()
  } finally {
    await reader.close()
    library.destroy()
  }
  return recognized
}

/** Encodes a gray-scale picture, one byte per pixel row by row, as PGM, the simplest format of Netpbm. */
const encodePgm = (width: number, height: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])

/** Returns the blocks with the recognized ones at the end of their pages. */
function insertPages(blocks: Block[], recognized: Map<number, RecognizedPage>): Block[] {
  const added = [...recognized.values()].flatMap((page) => page.blocks)
  return renumberNotes(
    blocks,
    [...blocks, ...added].toSorted((a, b) => a.page - b.page),
  )
}
