import { PDFiumLibrary } from '@hyzyla/pdfium'
import { canonicalText } from '../canonical-text.ts'
import type { Block, DocumentWarning, PageFacts, ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { languageOf } from '../structure/language.ts'
import { renumbered } from '../structure/notes.ts'
import type { ParseWatch } from '../watch.ts'
import { blocksOf } from './picture.ts'
import { pictureReader } from './recognition.ts'

/** What characters are recognised best at, in points of which a page has 72 to the inch. */
const SCALE = 300 / 72
const MOST_PIXELS = 20_000_000
/** Pages are read for so long; the time of one file is limited, and what was read until then shall not be lost. */
const READING_MS = 90_000

interface ReadPage {
  blocks: Block[]
  confidence: number
}

/** A grey picture as the simplest of formats writes it (Netpbm). */
const greyPicture = (width: number, height: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])

async function readPages(
  bytes: Uint8Array,
  scans: PageFacts[],
  watch: ParseWatch,
): Promise<Map<number, ReadPage>> {
  const read = new Map<number, ReadPage>()
  const until = performance.now() + READING_MS
  const library = await PDFiumLibrary.init()
  const reader = pictureReader()
  try {
    const document = await library.loadDocument(bytes)
    for (const { page, width, height } of scans) {
      if (performance.now() > until) break
      watch.report('ocr', read.size, scans.length)
      const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)))
      const shown = await document
        .getPage(page - 1)
        .render({ scale, colorSpace: 'Gray', render: async ({ data }) => data })
      const picture = await reader.read(greyPicture(shown.width, shown.height, shown.data))
      read.set(page, { blocks: blocksOf(picture, page, width / shown.width), confidence: picture.confidence })
    }
    watch.report('ocr', read.size, scans.length)
    document.destroy()
  } finally {
    await reader.close()
    library.destroy()
  }
  return read
}

/** Blocks page by page, those that were recognised where their page is. */
function inPlace(blocks: Block[], read: Map<number, ReadPage>): Block[] {
  const added = [...read.values()].flatMap((page) => page.blocks)
  return renumbered(
    blocks,
    [...blocks, ...added].toSorted((a, b) => a.page - b.page),
  )
}

/**
 * A PDF with the text of those of its pages that are pictures. Those for which there was no time are told.
 *
 * @throws UnreadableDocument `empty` where no text was found at all
 */
export async function withScannedPages(
  bytes: Uint8Array,
  document: ParsedDocument,
  watch: ParseWatch,
): Promise<ParsedDocument> {
  const scans = document.pages.filter(({ scanned, width, height }) => scanned && width > 0 && height > 0)
  if (scans.length === 0) return document
  const read = await readPages(bytes, scans, watch)
  const blocks = inPlace(document.blocks, read)
  const { text } = canonicalText(blocks)
  if (text === '') throw unreadable('empty')
  const left = scans.filter(({ page }) => !read.has(page))
  const untold = left.map(({ page }): DocumentWarning => ({ kind: 'unreadable-page', page }))
  return {
    ...document,
    blocks,
    language: languageOf(text),
    pages: document.pages.map((facts) => ({
      ...facts,
      confidence: read.get(facts.page)?.confidence ?? facts.confidence,
    })),
    warnings: [...document.warnings, ...untold],
  }
}
