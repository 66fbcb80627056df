import type { Block, DocumentWarning, PageFacts, ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { identifiersIn } from '../identifiers.ts'
import { assemble } from './assemble.ts'
import { itemsOf } from './column-items.ts'
import { type OpenPdf, openPdf } from './engine.ts'
import { mostOf } from './extremes.ts'
import { type Column, columnsOf } from './flow.ts'
import { formulaRows } from './formulas.ts'
import { type FrontMatter, frontMatter, titleFromInfo } from './front-matter.ts'
import { furnitureOf } from './furniture.ts'
import { type Heading, headingsOf } from './headings.ts'
import { isTextRow, type TextRow } from './items.ts'
import { vocabularyOf } from './join-text.ts'
import { mendLigatures } from './ligatures.ts'
import { bottomOf, type Line, topOf } from './lines.ts'
import { withoutMargins } from './margins.ts'
import { type Body, bodyOf, bodySize } from './metrics.ts'
import { type Page, pageOf } from './page.ts'
import { type Area, emptyPage } from './page-content.ts'
import { languageOf, pageFacts } from './page-facts.ts'
import { type OutsideRow, outsideRow, publicationOf } from './publication.ts'
import { isReferenceTitle, referenceRows, splitReferences } from './references.ts'
import { runInOf } from './run-in.ts'
import { isArtifact, isStructured } from './tagged-lines.ts'
import { writtenText } from './words.ts'

/** Raised when the same file would give other blocks. */
const VERSION = '8'

export interface ParseOptions {
  /** Told after each page that was read. */
  onPage?: (done: number, all: number) => void
}

/**
 * A PDF's text with its structure: blocks in reading order, each with the places where it stands.
 *
 * @throws UnreadableDocument when it is encrypted, damaged, empty or too long.
 */
export async function parsePdf(bytes: Uint8Array, { onPage }: ParseOptions = {}): Promise<ParsedDocument> {
  const pdf = await openPdf(bytes)
  try {
    const { pages, warnings } = await readPages(pdf, onPage)
    return layOut(pdf, withoutMargins(pages), warnings)
  } finally {
    await pdf.close()
  }
}

async function readPages(pdf: OpenPdf, onPage: ParseOptions['onPage']) {
  const pages: Page[] = []
  const warnings: DocumentWarning[] = []
  for (let page = 1; page <= pdf.pages; page++) {
    try {
      pages.push(pageOf(await pdf.read(page)))
    } catch {
      pages.push(pageOf(emptyPage(page)))
      warnings.push({ kind: 'unreadable-page', page })
    }
    onPage?.(page, pdf.pages)
  }
  mendLigatures(pages, pdf.unknown)
  if (warnings.length === pdf.pages) throw unreadable('damaged')
  return { pages, warnings }
}

function layOut(pdf: OpenPdf, pages: readonly Page[], unreadable: DocumentWarning[]): ParsedDocument {
  const size = bodySize(pages.flatMap(({ lines }) => lines))
  const furniture = asideOf(pages, size)
  const columns = columnsOf(
    pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !furniture.has(line)) })),
    size,
  )
  const body = bodyOf(columns.flat(), size)
  const { blocks, title, authors, titleRows, otherRows } = read(pdf, pages, columns, body)
  const facts = pages.map((page, at) => pageFacts(page, columns[at] ?? []))
  return {
    title: title || titleFromInfo(pdf.title),
    authors,
    identifiers: identifiersIn(firstPage(pages)),
    publication: publicationOf(
      outsideRows(pages[0], furniture, { titleRows, otherRows }),
      title || titleFromInfo(pdf.title),
    ),
    language: languageOf(blocks),
    pages: facts,
    blocks: [...blocks, ...asides(pages, furniture)],
    outline: pdf.outline,
    warnings: [...unreadable, ...warningsOf(pages, facts, pdf)],
    parser: { name: 'scinav-pdf', version: VERSION },
  }
}

/** Running heads and their like, found by where they stand, and those that a tagged file names. */
function asideOf(pages: readonly Page[], size: number): Set<Line> {
  const found = furnitureOf(pages, size)
  const lines = pages.flatMap((page) => page.lines)
  return isStructured(lines) ? new Set([...found, ...lines.filter(isArtifact)]) : found
}

/** What stands on the first page outside its running text, from top to bottom; what is turned comes last. */
function outsideRows(
  first: Page | undefined,
  furniture: ReadonlySet<Line>,
  { titleRows, otherRows }: Pick<FrontMatter, 'titleRows' | 'otherRows'>,
): OutsideRow[] {
  if (!first) return []
  const others = otherRows.map(({ line }) => line).filter(({ page }) => page === first.page)
  const top = { height: first.height, title: titleRows[0]?.line.y ?? 0 }
  const lines = [...first.lines.filter((line) => furniture.has(line)), ...others]
  return [
    ...lines.toSorted((a, b) => a.y - b.y).map((line) => outsideRow(line, top)),
    ...first.asides.map(({ text }) => ({ parts: [text], isHead: false })),
  ]
}

const firstPage = (pages: readonly Page[]): string =>
  [...(pages[0]?.lines ?? []), ...(pages[0]?.asides ?? [])].map(({ text }) => text).join('\n')

function read(pdf: OpenPdf, pages: readonly Page[], columns: readonly Column[][], body: Body) {
  const known = vocabularyOf(pages.flatMap(({ lines }) => lines))
  const items = columns.flatMap((all, at) =>
    all.flatMap((column) => itemsOf(column, pages[at] ?? pageOf(emptyPage(at + 1)), body)),
  )
  const rows = items.filter(isTextRow)
  const first = headingsOf(rows, pdf.outline, body, new Set())
  const front = frontMatter(rows, {
    body,
    page: pages[0] ?? pageOf(emptyPage(1)),
    known,
    info: titleFromInfo(pdf.title),
    headings: headingStarts(first, rows),
  })
  const set = new Set([...front.titleRows, ...front.otherRows])
  const listed = new Set(referenceRows(rows, first))
  const headings = headingsOf(rows, pdf.outline, body, new Set([...set, ...listed]))
  const titled: Heading[] = front.titleRows.length > 0 ? [{ rows: front.titleRows, level: 1 }] : []
  const references = splitReferences(rows.filter((row) => listed.has(row)))
  const blocks = assemble(
    items,
    {
      headings: [...titled, ...headings],
      references,
      other: new Set(front.otherRows),
      formulas: formulaRows(rows, body),
    },
    body,
    known,
  )
  return { ...front, blocks }
}

/** The heading of a first section, as large as the title though it may be. */
const FIRST = /^(?:(?:1\.?|I\.|一、)\s*)?(?:abstract|introduction|摘\s*要|引\s*言|前\s*言|绪\s*论)$/i

/** Headings that show where a paper's text begins: numbered or named ones, not the title and what is set like it. */
const headingStarts = (headings: readonly Heading[], rows: readonly TextRow[]): Set<TextRow> => {
  const largest = mostOf(rows, ({ line }) => (line.page === 1 ? line.size : 0))
  return new Set(
    headings
      .flatMap(({ rows: [first] }) => first ?? [])
      .filter(
        ({ line }) =>
          line.size < largest ||
          FIRST.test(line.text) ||
          isReferenceTitle(line.text) ||
          runInOf(line) !== null,
      ),
  )
}

/** Running heads, page numbers, stamps: kept as what they are, out of the text. */
const asides = (pages: readonly Page[], furniture: ReadonlySet<Line>): Block[] =>
  pages.flatMap(({ page, lines, asides: turned }) => [
    ...lines
      .filter((line) => furniture.has(line))
      .map((line) =>
        aside(writtenText(line), page, { x0: line.x0, x1: line.x1, y0: topOf(line), y1: bottomOf(line) }),
      ),
    ...turned.map(({ text, area }) => aside(text, page, area)),
  ])

const aside = (text: string, page: number, area: Area): Block => ({
  type: 'other',
  text,
  page,
  boxes: [{ page, ...area }],
})

function warningsOf(pages: readonly Page[], facts: readonly PageFacts[], pdf: OpenPdf): DocumentWarning[] {
  const invisible = pages.flatMap(({ page, invisible: count }): DocumentWarning[] =>
    count > 0 ? [{ kind: 'invisible-text', count, page }] : [],
  )
  const scanned = facts.flatMap(({ page, scanned: is }): DocumentWarning[] =>
    is ? [{ kind: 'scanned-page', page }] : [],
  )
  const garbled = facts.flatMap(({ page, garbled: is }): DocumentWarning[] =>
    is ? [{ kind: 'garbled-page', page }] : [],
  )
  const cut = pages.flatMap(({ page, cut: is }): DocumentWarning[] =>
    is ? [{ kind: 'parts-left-out', page }] : [],
  )
  return [
    ...invisible,
    ...cut,
    ...scanned,
    ...garbled,
    ...(pdf.scripts ? [{ kind: 'scripts-ignored' as const }] : []),
  ]
}
