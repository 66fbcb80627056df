import { PDFiumLibrary } from '@hyzyla/pdfium'
import { canonicalText } from '../canonical-text.ts'
import type { Block, PageFacts, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { detectLanguage } from '../structure/language.ts'
import { renumberNotes } from '../structure/notes.ts'
import { MorePages, type ParseWatch, type RecognisedPage } from '../watch.ts'
import { createPictureReader } from './ocr.ts'
import { pictureBlocks } from './picture.ts'

/** Pixels per point at which pages are rendered: character recognition works best at 300 dpi. */
const OCR_SCALE = 300 / 72
const MAX_PIXELS = 20_000_000

/** Encodes a grey-scale picture as PGM, the simplest format of Netpbm. */
const encodePgm = (width: number, height: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])

/**
 * Recognises the scanned pages, at least one that no earlier step has recognised.
 *
 * @throws MorePages when the step ends before the last page.
 */
async function recognisePages(
  bytes: Uint8Array,
  scans: PageFacts[],
  { report, pieces }: ParseWatch,
): Promise<Map<number, RecognisedPage>> {
  const read = new Map((pieces?.known ?? []).map((each) => [each.page, each]))
  const left = scans.filter(({ page }) => !read.has(page))
  if (left.length === 0) return read
  const until = performance.now() + (pieces?.piece_ms ?? Number.POSITIVE_INFINITY)
  const library = await PDFiumLibrary.init()
  const reader = createPictureReader()
  try {
    const document = await library.loadDocument(bytes)
    for (const [at, { page, width, height }] of left.entries()) {
      if (at > 0 && performance.now() > until) throw new MorePages()
      report('ocr', read.size, scans.length)
      const scale = Math.min(OCR_SCALE, Math.sqrt(MAX_PIXELS / (width * height)))
      const shown = await document
        .getPage(page - 1)
        .render({ scale, colorSpace: 'Gray', render: async ({ data }) => data })
      const picture = await reader.read(encodePgm(shown.width, shown.height, shown.data))
      const blocks = pictureBlocks(picture, page, width / shown.width)
      read.set(page, { page, blocks, confidence: picture.confidence })
      pieces?.keep({ page, blocks, confidence: picture.confidence })
    }
    report('ocr', read.size, scans.length)
    document.destroy()
  } finally {
    await reader.close()
    library.destroy()
  }
  return read
}

/** Inserts the recognised blocks at their pages. */
function replacePages(blocks: Block[], read: Map<number, RecognisedPage>): Block[] {
  const added = [...read.values()].flatMap((page) => page.blocks)
  return renumberNotes(
    blocks,
    [...blocks, ...added].toSorted((a, b) => a.page - b.page),
  )
}

/**
 * Returns a PDF document with the recognised text of its scanned pages.
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
  const read = await recognisePages(bytes, scans, watch)
  const blocks = replacePages(document.blocks, read)
  const { text } = canonicalText(blocks)
  if (text === '') throw documentFault('empty')
  return {
    ...document,
    blocks,
    language: detectLanguage(text),
    pages: document.pages.map((facts) => ({
      ...facts,
      confidence: read.get(facts.page)?.confidence ?? facts.confidence,
    })),
  }
}
