import { readFile } from 'node:fs/promises'
import type { Block, PageFacts, ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { inOneLine } from '../structure/clean.ts'
import { emptyDraft, finish, warn } from '../structure/draft.ts'
import type { ParseWatch } from '../watch.ts'
import { pictureReader, type ReadPicture } from './recognition.ts'
import { pictureFacts } from './size.ts'

const MOST_PIXELS = 40_000_000

/** The blocks of a picture: a paragraph each, with the places of its lines. `scale` is how many points a pixel has. */
export function blocksOf({ paragraphs }: ReadPicture, page: number, scale: number): Block[] {
  return paragraphs.map(({ lines }) => {
    let text = ''
    const placed = lines.map((line) => {
      const before = text
      text = inOneLine(`${text}\n${line.text}`)
      const { x0, y0, x1, y1 } = line
      const box = { page, x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale }
      return { start: before === '' ? 0 : Math.min(before.length, text.length), box }
    })
    return { type: 'paragraph', text, page, boxes: placed.map(({ box }) => box), lines: placed }
  })
}

const scanned = (width: number, height: number, confidence: number): PageFacts => ({
  page: 1,
  width,
  height,
  rotation: 0,
  columns: 1,
  scanned: true,
  garbled: false,
  confidence,
})

/** A picture of text; a pixel counts as a point. Of several pictures in a file the first is read. */
export async function parsePicture(
  path: string,
  kind: 'png' | 'jpeg' | 'tiff',
  watch: ParseWatch,
): Promise<ParsedDocument> {
  const bytes = await readFile(path)
  const facts = pictureFacts(bytes, kind)
  if (!facts) throw unreadable('damaged')
  // Before anything is unpacked: a small file may hold a picture without end.
  if (facts.width * facts.height > MOST_PIXELS)
    throw unreadable('too-many-pixels', { limit: MOST_PIXELS / 10_000 })
  watch.report('ocr', 0, 1)
  const reader = pictureReader()
  try {
    const picture = await reader.read(bytes)
    const draft = emptyDraft()
    draft.pages = [scanned(facts.width, facts.height, picture.confidence)]
    draft.blocks = blocksOf(picture, 1, 1)
    warn(draft, 'scanned-page')
    warn(draft, 'parts-left-out', facts.count - 1)
    watch.report('ocr', 1, 1)
    return finish(draft, 'picture')
  } finally {
    await reader.close()
  }
}
