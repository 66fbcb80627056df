import type { Block, DocumentWarning, PageFacts, ParsedDocument } from '../../document.ts'
import { maxOf } from './extremes.ts'
import type { PdfPage } from './page.ts'
import type { TextColumn } from './reading-order.ts'

/** Minimum characters of a page that has text. */
const MIN_TEXT_CHARS = 20
/** Share of the page covered by drawings from which a page without text is a scan. */
const MIN_SCAN_INK_SHARE = 0.1
/** The same for a page with text printed later in its margins. */
const MIN_STAMPED_SCAN_INK_SHARE = 0.8
/** Share of characters without a meaning in Unicode above which a page is garbled. */
const MAX_UNMAPPED_SHARE = 0.05
/** How much a character at an angle reduces the confidence, relative to one without a meaning. */
const ANGLED_WEIGHT = 0.3
/** Factor from the share of doubtful characters to the confidence that they take away. */
const DOUBT_FACTOR = 2

/**
 * Returns the facts about a page that users of the parse result need.
 *
 * - Scanned: drawings cover the page and it has no text, or text in its margins only.
 * - Garbled: a glyph without a meaning breaks a word (`broken`), or too many glyphs have none (`unmapped`).
 * - Confidence: max(0, 1 − 2·(u + 0.3·a)), rounded to hundredths, where u and a are the shares of characters without a
 *   meaning in Unicode and at an angle (`angledCharacters`, not counted in `characters`); 0 for a scanned page.
 */
export function pageFacts(content: PdfPage, columns: readonly TextColumn[]): PageFacts {
  const { page, width, height, rotation, origin, characters, angledCharacters, ink, unmapped, broken } =
    content
  const scanned =
    (characters < MIN_TEXT_CHARS && ink > MIN_SCAN_INK_SHARE) ||
    (ink > MIN_STAMPED_SCAN_INK_SHARE && countCharacters(columns) < MIN_TEXT_CHARS)
  const all = characters + angledCharacters
  const garbled = broken > 0 || (all > 0 && unmapped / all > MAX_UNMAPPED_SHARE)
  const doubt = all === 0 ? 0 : unmapped / all + (angledCharacters / all) * ANGLED_WEIGHT
  return {
    page,
    width,
    height,
    rotation,
    ...(origin && { origin }),
    columns: countColumns(columns),
    scanned,
    garbled,
    confidence: scanned ? 0 : Math.max(0, Math.round((1 - doubt * DOUBT_FACTOR) * 100) / 100),
  }
}

/** Counts the characters of the columns, which hold no running heads, stamps and page numbers. */
const countCharacters = (columns: readonly TextColumn[]): number =>
  columns.flatMap(({ rows }) => rows).reduce((sum, { line }) => sum + line.text.replaceAll(' ', '').length, 0)

/** Minimum rows of a column that counts. */
const MIN_COLUMN_ROWS = 3

/** Returns the largest number of columns side by side. */
function countColumns(columns: readonly TextColumn[]): number {
  const textColumns = columns.filter(({ isMargin, rows }) => !isMargin && rows.length >= MIN_COLUMN_ROWS)
  const counts = textColumns.map(
    (column) => textColumns.filter((other) => other.y0 < column.y1 && other.y1 > column.y0).length,
  )
  return Math.max(
    1,
    maxOf(counts, (count) => count),
  )
}

/** Share of the pages of a document up to which blank pages are usual. */
const MAX_BLANK_SHARE = 0.2
/** Number of blank pages that is usual in a document of any length. */
const MAX_BLANK_PAGES = 1

/**
 * Returns the document with a warning for each page whose text may have been lost: every scanned page without text, and
 * the other pages without text when there are more of them than usual. Pages that could not be read have a warning of
 * their own already.
 */
export function withEmptyPageWarnings(document: ParsedDocument): ParsedDocument {
  const withText = pagesWithText(document.blocks)
  const unreadable = new Set(
    document.warnings.flatMap(({ kind, page }) => (kind === 'unreadable-page' && page ? page : [])),
  )
  const empty = document.pages.filter(({ page }) => !unreadable.has(page) && !withText.has(page))
  const isUsual = empty.length <= MAX_BLANK_PAGES || empty.length <= MAX_BLANK_SHARE * document.pages.length
  const reported = isUsual ? empty.filter(({ scanned }) => scanned) : empty
  const warnings = reported.map(({ page }): DocumentWarning => ({ kind: 'empty-page', page }))
  return warnings.length > 0 ? { ...document, warnings: [...document.warnings, ...warnings] } : document
}

/** Returns the numbers of the pages that have text: a line of a block, or at least `MIN_TEXT_CHARS` in blocks. */
function pagesWithText(blocks: readonly Block[]): Set<number> {
  const characters = new Map<number, number>()
  for (const { page, text } of blocks)
    characters.set(page, (characters.get(page) ?? 0) + text.replaceAll(/\s/g, '').length)
  const enough = [...characters].flatMap(([page, count]) => (count >= MIN_TEXT_CHARS ? page : []))
  // All characters of a block that continues over a page break count for its first page; its lines name the others.
  return new Set([...enough, ...blocks.flatMap(({ lines = [] }) => lines.map(({ box }) => box.page))])
}
