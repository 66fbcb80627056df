import type { DocumentWarning, ParsedDocument } from '../document.ts'

/** Fewer characters than these are no text of a page. */
const MIN_TEXT_CHARS = 20
/** White pages are usual up to this share of a document. */
const MAX_WHITE_SHARE = 0.2
const MIN_EMPTY_PAGES = 2

/** Returns a document that says how many of its pages show something of which no text came out. */
export function withEmptyPages(document: ParsedDocument): ParsedDocument {
  const characters = new Map<number, number>()
  for (const { page, text } of document.blocks)
    characters.set(page, (characters.get(page) ?? 0) + text.replaceAll(/\s/g, '').length)
  // A block that goes on over the page has its text on several.
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
