import { readFile } from 'node:fs/promises'
import type { Block, PageFacts, ParsedDocument, TextLine } from '../document.ts'
import { documentFault } from '../faults.ts'
import { addWarning, emptyDraft } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { cleanLine } from '../structure/text-forms.ts'
import type { ParseWatch } from '../watch.ts'
import { createPictureReader, type RecognizedPicture } from './ocr.ts'
import { pictureFacts } from './size.ts'

/** Largest number of pixels of a picture, inclusive; they are held in memory several times while it is read. */
const MAX_PIXELS = 40_000_000

/**
 * Returns the blocks of a picture, one per paragraph, with the boxes of its lines in points. The lines of a paragraph
 * are joined by a space, or by nothing between two Chinese characters. A line starts where the text before it ends, so
 * that the joining space belongs to the following line: `Humidity` and `decomposes` are `Humidity decomposes` with the
 * starts 0 and 8.
 *
 * @param page number of the page, from 1
 * @param scale points per pixel
 */
export function pictureBlocks({ paragraphs }: RecognizedPicture, page: number, scale: number): Block[] {
  return paragraphs.map(({ lines: recognizedLines }) => {
    let text = ''
    const lines: TextLine[] = []
    for (const { text: lineText, x0, y0, x1, y1 } of recognizedLines) {
      const box = { page, x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale }
      lines.push({ start: text.length, box })
      // Joins the line; the text before it is clean already and does not change.
      text = cleanLine(`${text}\n${lineText}`)
    }
    return { type: 'paragraph', text, page, boxes: lines.map(({ box }) => box), lines }
  })
}

/** Returns the facts about the only page of a picture; width and height in points, confidence 0–1. */
const scannedPageFacts = (width: number, height: number, confidence: number): PageFacts => ({
  page: 1,
  width,
  height,
  rotation: 0,
  columns: 1,
  scanned: true,
  garbled: false,
  confidence,
})

/**
 * Parses a picture of text into a document of one page; one pixel counts as one point. Only the first picture of a file
 * is read; further ones are reported by the warning `parts-left-out`. The warning `scanned-page` is always added.
 *
 * @throws UnreadableDocument `damaged` when the bytes are no picture of this kind or cannot be decoded;
 *   `too-many-pixels` when the picture exceeds `MAX_PIXELS`; `empty` when it has no text. Errors of reading the file.
 */
export async function parsePicture(
  path: string,
  kind: 'png' | 'jpeg' | 'tiff',
  watch: ParseWatch,
): Promise<ParsedDocument> {
  const bytes = await readFile(path)
  const facts = pictureFacts(bytes, kind)
  if (!facts) throw documentFault('damaged')
  // Checked before decoding: a small file may expand to an enormous picture.
  if (facts.width * facts.height > MAX_PIXELS)
    // The message counts in 万, ten thousands.
    throw documentFault('too-many-pixels', { limit: MAX_PIXELS / 10_000 })
  watch.report('ocr', 0, 1)
  const reader = createPictureReader()
  try {
    const picture = await reader.read(bytes)
    const draft = emptyDraft()
    draft.pages = [scannedPageFacts(facts.width, facts.height, picture.confidence)]
    draft.blocks = pictureBlocks(picture, 1, 1)
    addWarning(draft, 'scanned-page')
    // Adds no warning where the count is 0.
    addWarning(draft, 'parts-left-out', facts.count - 1)
    watch.report('ocr', 1, 1)
    return finishDocument(draft, 'picture')
  } finally {
    await reader.close()
  }
}
