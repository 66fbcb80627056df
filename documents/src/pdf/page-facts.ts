import type { Block, PageFacts, ParsedDocument } from '../document.ts'
import { maxOf } from './extremes.ts'
import type { PdfPage } from './page.ts'
import type { TextColumn } from './reading-order.ts'

/** Minimum characters of a page that has text. */
const MIN_TEXT_CHARS = 20
/** Share of the page covered by drawings from which a page without text is a scan. */
const MIN_SCAN_INK_SHARE = 0.1
/** Share of the page covered by drawings from which a page is a scan despite text printed later in its margins. */
const MIN_SCAN_PICTURE_SHARE = 0.8
const MIN_GARBLED_SHARE = 0.05

/**
 * Returns the facts about a page that users of the parse result need. Confidence is max(0, 1 − 2·(u + 0.3·t)), where
 * u and t are the shares of characters without a meaning in Unicode and at an angle; it is 0 for a scanned page.
 */
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

/** Counts characters without running heads, stamps and page numbers. */
const countCharacters = (columns: readonly TextColumn[]): number =>
  columns.flatMap(({ rows }) => rows).reduce((sum, { line }) => sum + line.text.replaceAll(' ', '').length, 0)

/** Returns the largest number of columns side by side. */
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

/** Returns the language most of the text is written in. */
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
