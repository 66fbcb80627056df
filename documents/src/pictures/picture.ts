import { readFile } from 'node:fs/promises'
import type { Block, PageFacts, ParsedDocument, TextLine } from '../document.ts'
import { documentFault } from '../faults.ts'
import { addWarning, emptyDraft, finishDocument } from '../structure/draft.ts'
import { cleanLine } from '../structure/text-forms.ts'
import type { ParseWatch } from '../watch.ts'
import { createPictureReader, type RecognizedPicture } from './ocr.ts'
import { pictureFacts } from './size.ts'

/** Bounds the pixels of a picture, which are held in memory several times while it is read. */
const MAX_PIXELS = 40_000_000

/**
 * Returns the blocks of a picture, one per paragraph, with the boxes of its lines.
 *
 * @param scale points per pixel
 */
export function pictureBlocks({ paragraphs }: RecognizedPicture, page: number, scale: number): Block[] {
  return paragraphs.map(({ lines }) => {
    let text = ''
    const textLines = lines.map((line): TextLine => {
      const before = text
      text = cleanLine(`${text}\n${line.text}`)
      const { x0, y0, x1, y1 } = line
      const box = { page, x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale }
      return { start: before === '' ? 0 : Math.min(before.length, text.length), box }
    })
    return { type: 'paragraph', text, page, boxes: textLines.map(({ box }) => box), lines: textLines }
  })
}

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
 * Parses a picture of text; one pixel counts as one point. Only the first picture of a file is read.
 *
 * @throws UnreadableDocument `damaged`; `too-many-pixels` when the picture exceeds `MAX_PIXELS`.
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
    addWarning(draft, 'parts-left-out', facts.count - 1)
    watch.report('ocr', 1, 1)
    return finishDocument(draft, 'picture')
  } finally {
    await reader.close()
  }
}
