// Assembles the document from the pages of a PDF: structure, front matter, blocks and warnings.
import type { Block, DocumentWarning, PageFacts, ParsedDocument, WarningKind } from '../document.ts'
import { extractIdentifiers } from '../identifiers.ts'
import { readerVersion } from '../parser-version.ts'
import { languageOfBlocks } from '../structure/language.ts'
import { assembleBlocks } from './blocks/assemble-blocks.ts'
import { findFormulaRows } from './blocks/formulas.ts'
import type { Heading } from './blocks/heading-levels.ts'
import { findHeadings } from './blocks/headings.ts'
import { collectVocabulary, type Vocabulary } from './blocks/join-text.ts'
import { splitReferences } from './blocks/reference-entries.ts'
import { findReferenceLists, isReferenceTitle } from './blocks/references.ts'
import { splitRunInHeading } from './blocks/run-in.ts'
import { columnItems } from './column-items.ts'
import type { OpenPdf } from './engine/engine.ts'
import { type BodyMetrics, findBodySize, measureBody } from './page/body-metrics.ts'
import { maxOf } from './page/extremes.ts'
import { bottomOf, type PdfLine, topOf } from './page/lines.ts'
import { buildPage, type PdfPage } from './page/page.ts'
import { type Area, emptyPage } from './page/page-content.ts'
import { pageFacts } from './page/page-facts.ts'
import { columnsInReadingOrder, isTextRow, type TextColumn, type TextRow } from './page/reading-order.ts'
import { findRunningHeads } from './page/running-heads.ts'
import { isArtifact, isStructured } from './page/tagged-lines.ts'
import { writtenText } from './page/words.ts'
import { type FrontMatter, findFrontMatter, titleFromMetadata } from './record/front-matter.ts'
import { type OutsideRow, splitOutsideRow } from './record/outside-rows.ts'
import { findPublication } from './record/publication.ts'
import { FIRST_SECTION } from './record/title-rows.ts'

/** Analyses the layout of all pages and builds the document; `unreadable` are the warnings about pages not read. */
export function assembleDocument(
  pdf: OpenPdf,
  pages: readonly PdfPage[],
  unreadable: DocumentWarning[],
): ParsedDocument {
  const bodySize = findBodySize(pages.flatMap(({ lines }) => lines))
  const outsideLines = findLinesOutsideText(pages, bodySize)
  const columns = columnsInReadingOrder(
    pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !outsideLines.has(line)) })),
    bodySize,
  )
  const body = measureBody(columns.flat(), bodySize)
  const structure = readStructure(pdf, pages, columns, body)
  const { blocks, authors, titleRows, otherRows } = structure
  const title = structure.title || titleFromMetadata(pdf.title)
  const facts = pages.map((page, at) => pageFacts(page, columns[at] ?? []))
  return {
    title,
    authors,
    identifiers: extractIdentifiers(firstPageText(pages)),
    publication: findPublication(publicationRows(pages[0], outsideLines, { titleRows, otherRows }), title),
    language: languageOfBlocks(blocks),
    pages: facts,
    blocks: [...blocks, ...otherBlocks(pages, outsideLines)],
    outline: pdf.outline,
    warnings: [...unreadable, ...collectWarnings(pages, facts, pdf)],
    parser: { name: 'scinav-pdf', version: String(readerVersion('pdf')) },
  }
}

/** Finds the outside lines: running heads by their position, and the artifacts that a tagged file declares. */
function findLinesOutsideText(pages: readonly PdfPage[], bodySize: number): Set<PdfLine> {
  const found = findRunningHeads(pages, bodySize)
  const lines = pages.flatMap((page) => page.lines)
  return isStructured(lines) ? new Set([...found, ...lines.filter(isArtifact)]) : found
}

/**
 * Finds title, authors, headings, references and formulas, and builds the blocks of the running text and other rows.
 */
function readStructure(
  pdf: OpenPdf,
  pages: readonly PdfPage[],
  columns: readonly TextColumn[][],
  body: BodyMetrics,
) {
  const vocabulary = collectVocabulary(pages.flatMap(({ lines }) => lines))
  const items = columns.flatMap((pageColumns, at) => {
    const page = pages[at] ?? buildPage(emptyPage(at + 1))
    return pageColumns.flatMap((column) => columnItems(column, page, body))
  })
  const rows = items.filter(isTextRow)
  const { front, referenceLists, headings } = classifyRows(pdf, pages[0], rows, { body, vocabulary })
  const titleHeading: Heading[] = front.titleRows.length > 0 ? [{ rows: front.titleRows, level: 1 }] : []
  const blocks = assembleBlocks(
    items,
    {
      headings: [...titleHeading, ...headings],
      references: referenceLists.flatMap(splitReferences),
      other: new Set(front.otherRows),
      formulas: findFormulaRows(rows, body),
    },
    body,
    vocabulary,
  )
  return { ...front, blocks }
}

/**
 * Finds the front matter, the rows of references and the headings. Headings are searched twice: where the front matter
 * ends and the references begin depends on headings, and rows of either are no headings.
 */
function classifyRows(
  pdf: OpenPdf,
  firstPage: PdfPage | undefined,
  rows: readonly TextRow[],
  { body, vocabulary }: { body: BodyMetrics; vocabulary: Vocabulary },
) {
  const firstHeadings = findHeadings(rows, pdf.outline, body, new Set())
  const front = findFrontMatter(rows, {
    body,
    page: firstPage ?? buildPage(emptyPage(1)),
    vocabulary,
    metadataTitle: titleFromMetadata(pdf.title),
    headings: headingsAtTextStart(firstHeadings, rows),
  })
  const referenceLists = findReferenceLists(rows, firstHeadings)
  const noHeadings = new Set([...front.titleRows, ...front.otherRows, ...referenceLists.flat()])
  return { front, referenceLists, headings: findHeadings(rows, pdf.outline, body, noHeadings) }
}

/**
 * Returns the headings that mark where the text of a paper begins: smaller than the largest text on the first page,
 * or recognized by name.
 */
const headingsAtTextStart = (headings: readonly Heading[], rows: readonly TextRow[]): Set<TextRow> => {
  const largest = maxOf(rows, ({ line }) => (line.page === 1 ? line.size : 0))
  return new Set(
    headings
      .flatMap(({ rows: [first] }) => first ?? [])
      .filter(
        ({ line }) =>
          line.size < largest ||
          FIRST_SECTION.test(line.text) ||
          isReferenceTitle(line.text) ||
          splitRunInHeading(line) !== null,
      ),
  )
}

/** Returns all text of the first page, one line each, in which identifiers are looked for. */
const firstPageText = (pages: readonly PdfPage[]): string =>
  [...(pages[0]?.lines ?? []), ...(pages[0]?.asides ?? [])].map(({ text }) => text).join('\n')

/**
 * Returns the text of the first page that may tell where it was published: its outside lines and other rows from top to
 * bottom, then its asides.
 */
function publicationRows(
  first: PdfPage | undefined,
  outsideLines: ReadonlySet<PdfLine>,
  { titleRows, otherRows }: Pick<FrontMatter, 'titleRows' | 'otherRows'>,
): OutsideRow[] {
  if (!first) return []
  const others = otherRows.map(({ line }) => line).filter(({ page }) => page === first.page)
  const top = { pageHeight: first.height, titleY: titleRows[0]?.line.y ?? 0 }
  const lines = [...first.lines.filter((line) => outsideLines.has(line)), ...others]
  return [
    ...lines.toSorted((a, b) => a.y - b.y).map((line) => splitOutsideRow(line, top)),
    ...first.asides.map(({ text }) => ({ parts: [text], isHead: false })),
  ]
}

/** Builds blocks of type `other` from the outside lines and the asides of all pages. */
const otherBlocks = (pages: readonly PdfPage[], outsideLines: ReadonlySet<PdfLine>): Block[] =>
  pages.flatMap(({ page, lines, asides }) => [
    ...lines
      .filter((line) => outsideLines.has(line))
      .map((line) =>
        otherBlock(writtenText(line), page, {
          x0: line.x0,
          x1: line.x1,
          y0: topOf(line),
          y1: bottomOf(line),
        }),
      ),
    ...asides.map(({ text, area }) => otherBlock(text, page, area)),
  ])

/** Returns a block of type `other` with one box. */
const otherBlock = (text: string, page: number, area: Area): Block => ({
  type: 'other',
  text,
  page,
  boxes: [{ page, ...area }],
})

/** Returns the warnings about pages that were read, by kind, then by page; and about scripts in the file. */
function collectWarnings(
  pages: readonly PdfPage[],
  facts: readonly PageFacts[],
  pdf: OpenPdf,
): DocumentWarning[] {
  const withInvisibleText = pages.filter(({ invisible }) => invisible > 0)
  return [
    ...withInvisibleText.map(
      ({ page, invisible: count }): DocumentWarning => ({ kind: 'invisible-text', count, page }),
    ),
    ...pageWarnings(
      'parts-left-out',
      pages.filter(({ isTruncated }) => isTruncated),
    ),
    ...pageWarnings(
      'scanned-page',
      facts.filter(({ scanned }) => scanned),
    ),
    ...pageWarnings(
      'garbled-page',
      facts.filter(({ garbled }) => garbled),
    ),
    ...(pdf.hasScripts ? [{ kind: 'scripts-ignored' as const }] : []),
  ]
}

/** Returns a warning of one kind for each page. */
const pageWarnings = (kind: WarningKind, pages: readonly { page: number }[]): DocumentWarning[] =>
  pages.map(({ page }) => ({ kind, page }))
