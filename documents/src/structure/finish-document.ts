// Makes the document from the draft that the parser of its format has collected.
import { canonicalText } from '../canonical-text.ts'
import type { Block, DocumentWarning, OutlineEntry, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { extractIdentifiers } from '../identifiers.ts'
import { addWarning, type DocumentDraft } from './draft.ts'
import { detectLanguage } from './language.ts'
import { type KeyedBlock, linkNotes } from './notes.ts'
import { cleanLine, cleanText } from './text-forms.ts'

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
