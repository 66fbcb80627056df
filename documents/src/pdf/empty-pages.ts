import type { DocumentWarning, ParsedDocument } from '../document.ts'

/** Minimum characters of a page that has text. */
const MIN_TEXT_CHARS = 20
/** Share of a document up to which white pages are usual. */
const MAX_WHITE_SHARE = 0.2
const MIN_EMPTY_PAGES = 2

/**
 * Returns the document with a warning for each page that displays something but yielded no text. Unscanned empty
 * pages are reported only when there are more of them than usual.
 */
export function withEmptyPages(document: ParsedDocument): ParsedDocument {
  const characters = new Map<number, number>()
  for (const { page, text } of document.blocks)
    characters.set(page, (characters.get(page) ?? 0) + text.replaceAll(/\s/g, '').length)
  // The text of a block that continues over a page break is on several pages.
  for (const { lines = [] } of document.blocks)
    for (const { box } of lines)
      characters.set(box.page, Math.max(characters.get(box.page) ?? 0, MIN_TEXT_CHARS))
  const known = new Set(document.warnings.map(({ kind, page }) => (kind === 'unreadable-page' ? page : 0)))
  const empty = document.pages.filter(
    ({ page }) => !known.has(page) && (characters.get(page) ?? 0) < MIN_TEXT_CHARS,
  )
  const shown = empty.filter(({ scanned }) => scanned)
  const isUsual = empty.length < MIN_EMPTY_PAGES || empty.length <= MAX_WHITE_SHARE * document.pages.length
  const told = isUsual ? shown : empty
  const warnings = told.map(({ page }): DocumentWarning => ({ kind: 'empty-page', page }))
  return warnings.length > 0 ? { ...document, warnings: [...document.warnings, ...warnings] } : document
}
