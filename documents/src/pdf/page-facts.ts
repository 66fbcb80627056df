import type { Block, PageFacts, ParsedDocument } from '../document.ts'
import { maxOf } from './extremes.ts'
import type { PdfPage } from './page.ts'
import type { TextColumn } from './reading-order.ts'

/** Fewer characters than these are no text of a page. */
const MIN_TEXT_CHARS = 20
/** A page without text that shows so much is a scan. */
const MIN_SCAN_INK_SHARE = 0.1
/** So is one that is a picture, whatever was printed on its margins later. */
const MIN_SCAN_PICTURE_SHARE = 0.8
const MIN_GARBLED_SHARE = 0.05

/** What a reader of the parse must know of a page. */
export function pageFacts(content: PdfPage, columns: readonly TextColumn[]): PageFacts {
  const { page, width, height, rotation, origin, characters, turned, ink, unmapped, broken } = content
  const scanned =
    (characters < MIN_TEXT_CHARS && ink > MIN_SCAN_INK_SHARE) ||
    (ink > MIN_SCAN_PICTURE_SHARE && countCharacters(columns) < MIN_TEXT_CHARS)
  const all = characters + turned
  const garbled = broken > 0 || (all > 0 && unmapped / all > MIN_GARBLED_SHARE)
  const unsure = all === 0 ? 0 : unmapped / all + (turned / all) * 0.3
  return {
    page,
    width,
    height,
    rotation,
    ...(origin && { origin }),
    columns: countColumns(columns),
    scanned,
    garbled,
    confidence: scanned ? 0 : Math.max(0, Math.round((1 - Math.min(1, unsure * 2)) * 100) / 100),
  }
}

/** Characters without running heads, stamps and page numbers. */
const countCharacters = (columns: readonly TextColumn[]): number =>
  columns.flatMap(({ rows }) => rows).reduce((sum, { line }) => sum + line.text.replaceAll(' ', '').length, 0)

/** The number of columns side by side where most text stands. */
function countColumns(columns: readonly TextColumn[]): number {
  const text = columns.filter(({ margin, rows }) => !margin && rows.length > 2)
  const beside = text.map(
    (column) => text.filter((other) => other.y0 < column.y1 && other.y1 > column.y0).length,
  )
  return Math.max(
    1,
    maxOf(beside, (count) => count),
  )
}

/** The language most of the text is written in. */
export function languageOfBlocks(blocks: readonly Block[]): ParsedDocument['language'] {
  let han = 0
  let latin = 0
  for (const { type, text } of blocks) {
    if (type === 'other') continue
    han += text.match(/\p{Script=Han}/gu)?.length ?? 0
    latin += text.match(/[a-z]+/gi)?.length ?? 0
  }
  if (han + latin === 0) return 'other'
  return han * 1.5 > latin ? 'zh' : 'en'
}
