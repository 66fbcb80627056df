import { canonicalText } from '../canonical-text.ts'
import type {
  Block,
  DocumentWarning,
  OutlineEntry,
  PageFacts,
  ParsedDocument,
  WarningKind,
} from '../document.ts'
import { documentFault } from '../faults.ts'
import { extractIdentifiers } from '../identifiers.ts'
import { detectLanguage } from './language.ts'
import { type KeyedBlock, linkNotes } from './notes.ts'
import { cleanLine, cleanText } from './text-forms.ts'

/** A document while the parser of its format collects it; `finishDocument` makes it a `ParsedDocument`. */
export interface DocumentDraft {
  /** '' when the format states none; the heading with which the document begins is then its title. */
  title: string
  authors: string[]
  pages: PageFacts[]
  blocks: KeyedBlock[]
  /** How many parts of the document each kind of warning concerns. */
  warnings: Map<WarningKind, number>
  /** Rows that were left out beyond the limit, by sheet: the numbers of the first and the last, and how many. */
  rowsLeftOut: Map<string, { from: number; to: number; count: number }>
}

/** Returns a draft of a document of which nothing has been read. */
export const emptyDraft = (): DocumentDraft => ({
  title: '',
  authors: [],
  pages: [],
  blocks: [],
  warnings: new Map(),
  rowsLeftOut: new Map(),
})

/** Adds `count` to the warnings of a kind. */
export function addWarning(
  { warnings }: Pick<DocumentDraft, 'warnings'>,
  kind: WarningKind,
  count = 1,
): void {
  if (count > 0) warnings.set(kind, (warnings.get(kind) ?? 0) + count)
}

/** Returns a block of a format without pages and positions. */
export const pagelessBlock = (type: Block['type'], text: string): Block => ({
  type,
  text,
  page: 1,
  boxes: [],
})

/** Position of a row: its sheet ('' when there is only one) and its number as spreadsheet programs show it. */
export interface RowPosition {
  sheet: string
  row: number
}

/** Bounds the table text of a document, in UTF-16 units; further rows are omitted and reported as a warning. */
const MAX_TABLE_CHARACTERS = 4_000_000
/** Bounds the table cells of a document. */
const MAX_TABLE_CELLS = 1_000_000

/**
 * Returns a function that accepts rows until the document has too many, and records each further row as omitted, with
 * its position if known.
 */
export function createRowLimit(
  draft: DocumentDraft,
): (row: readonly string[], position?: RowPosition) => boolean {
  let characters = 0
  let cells = 0
  return (row, position) => {
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
    cells += row.length
    const fits = characters <= MAX_TABLE_CHARACTERS && cells <= MAX_TABLE_CELLS
    if (!fits && position) recordSkippedRow(draft, position)
    else if (!fits) addWarning(draft, 'parts-left-out')
    return fits
  }
}

/** Records a row of a sheet as left out; rows come in ascending order. */
function recordSkippedRow(draft: DocumentDraft, { sheet, row }: RowPosition): void {
  const { from, count } = draft.rowsLeftOut.get(sheet) ?? { from: row, count: 0 }
  draft.rowsLeftOut.set(sheet, { from, to: row, count: count + 1 })
}

/**
 * Cleans the blocks of a draft. Returns for each block the finished ones it became, with all its other properties: none
 * when nothing is left of it, several for a long table.
 */
export const finishBlocks = <Kind extends KeyedBlock>(
  draft: Omit<DocumentDraft, 'blocks'> & { blocks: Kind[] },
): Kind[][] => draft.blocks.map((block) => splitTable(finishBlock(block, draft)))

/** Bounds the text of a table that is one block, in UTF-16 units, so that processing one block never takes long. */
const MAX_TABLE_BLOCK_CHARS = 200_000

/**
 * Splits a long table without positions into several blocks, each beginning with the first row; returns other blocks
 * unchanged.
 */
function splitTable<Kind extends KeyedBlock>(block: Kind | null): Kind[] {
  if (!block) return []
  const [head, ...rows] = block.rows ?? []
  if (!head || block.text.length <= MAX_TABLE_BLOCK_CHARS || block.boxes.length > 0) return [block]
  const rowsPerBlock = Math.max(1, Math.floor((rows.length * MAX_TABLE_BLOCK_CHARS) / block.text.length))
  return Array.from({ length: Math.ceil(rows.length / rowsPerBlock) }, (_, at) => {
    const grid = [head, ...rows.slice(at * rowsPerBlock, (at + 1) * rowsPerBlock)]
    return { ...block, rows: grid, text: gridText(grid) }
  })
}

/** Returns the text of a table: cells separated by tabs, one line per row. */
const gridText = (grid: string[][]): string => grid.map((row) => row.join('\t')).join('\n')

/** Types of blocks in which line breaks and spaces carry meaning. */
const PREFORMATTED_TYPES = new Set<Block['type']>(['code', 'table', 'formula'])

/** Returns a block without invisible characters, which it counts in the draft, or null when nothing is left of it. */
function finishBlock<Kind extends KeyedBlock>(
  block: Kind,
  draft: Pick<DocumentDraft, 'warnings'>,
): Kind | null {
  const { text, hidden } = cleanText(block.text)
  addWarning(draft, 'invisible-text', hidden)
  if (block.rows) return finishTable(block, block.rows)
  const cleaned = PREFORMATTED_TYPES.has(block.type) ? trimEmptyLines(text) : cleanLine(text)
  return cleaned === '' ? null : { ...block, text: cleaned, ...relocateMarks(block, cleaned) }
}

/** Returns a table as a full grid without empty rows and without empty columns at its end, null when it is empty. */
function finishTable<Kind extends KeyedBlock>(block: Kind, cells: string[][]): Kind | null {
  const rows = cells.map((row) => row.map((cell) => cleanText(cell).text.replace(/\s+/g, ' ').trim()))
  const used = rows.filter((row) => row.some((cell) => cell !== ''))
  if (used.length === 0) return null
  const widths = used.map((row) => row.findLastIndex((cell) => cell !== '') + 1)
  const width = widths.reduce((largest, other) => Math.max(largest, other), 0)
  const grid = used.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return { ...block, rows: grid, text: gridText(grid) }
}

/** Removes empty lines at the beginning and white space at the end. */
function trimEmptyLines(text: string): string {
  const ended = text.trimEnd()
  const blank = ended.length - ended.trimStart().length
  return ended.slice(ended.slice(0, blank).lastIndexOf('\n') + 1)
}

/** Bounds the note marks of one block. */
const MAX_MARKS = 200

/**
 * Moves the note marks of a block to their offsets in the cleaned text: an offset is the length of the cleaned text
 * before it.
 */
function relocateMarks({ marks, text }: KeyedBlock, cleaned: string): Pick<KeyedBlock, 'marks'> {
  if (!marks) return {}
  const cleanedOffset = (offset: number) =>
    Math.min(cleanLine(cleanText(text.slice(0, offset)).text).length, cleaned.length)
  return {
    marks: marks.slice(0, MAX_MARKS).map((mark) => {
      const end = cleanedOffset(mark.end)
      if (mark.start === mark.end) return { ...mark, start: end, end }
      const start = cleanedOffset(mark.start)
      // A space before the mark was trimmed when its offset was measured.
      return { ...mark, start: Math.min(cleaned[start] === ' ' ? start + 1 : start, end), end }
    }),
  }
}

/** Bounds the text of a document, in UTF-16 units. */
const MAX_CHARACTERS = 5_000_000
/** Length of the beginning of the text in which identifiers of the document itself are printed, in UTF-16 units. */
const IDENTIFIER_ZONE_CHARS = 3_000

/**
 * Builds the document from a draft: cleans the blocks, links notes, derives title, identifiers, language and outline.
 * Empty names of authors are dropped.
 *
 * @param parser name of the parser, which is stored with the result
 * @throws UnreadableDocument `empty` when there is no text, `too-long` when it exceeds `MAX_CHARACTERS`.
 */
export function finishDocument(draft: DocumentDraft, parser: string): ParsedDocument {
  const blocks = linkNotes(finishBlocks(draft).flat())
  const { text } = canonicalText(blocks)
  if (text === '') throw documentFault('empty')
  if (text.length > MAX_CHARACTERS) throw documentFault('too-long', { limit: '500 万字' })
  const title = cleanLine(cleanText(draft.title).text) || leadingHeading(blocks)
  return {
    title,
    authors: draft.authors.map((name) => cleanLine(cleanText(name).text)).filter((name) => name !== ''),
    identifiers: extractIdentifiers(text.slice(0, IDENTIFIER_ZONE_CHARS)),
    language: detectLanguage(text),
    pages: draft.pages,
    blocks,
    outline: blocks.flatMap(outlineEntries),
    warnings: [
      ...[...draft.warnings].map(([kind, count]): DocumentWarning => ({ kind, count })),
      ...[...draft.rowsLeftOut].map(
        ([sheet, rows]): DocumentWarning => ({ kind: 'rows-left-out', sheet, ...rows }),
      ),
    ],
    parser: { name: parser, version: '1' },
  }
}

/** Returns the heading with which a document begins, or ''. */
function leadingHeading(blocks: Block[]): string {
  const first = blocks.find(({ type }) => type !== 'other')
  return first?.type === 'heading' ? first.text : ''
}

/** Returns the entry of the outline for a heading; none for other blocks. */
function outlineEntries({ type, level, text, page }: Block): OutlineEntry[] {
  return type === 'heading' ? [{ title: text, level: level ?? 1, page }] : []
}
