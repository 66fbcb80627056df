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
import { cleanLine, cleanText } from './text-forms.ts'
import { detectLanguage } from './language.ts'
import { type KeyedBlock, linkNotes } from './notes.ts'

/** Bounds the text of a document, in UTF-16 units. */
const MAX_CHARACTERS = 5_000_000
/** Length of the beginning of the text in which identifiers of the document itself are printed, in UTF-16 units. */
const IDENTIFIER_ZONE_CHARS = 3_000

/** A document while the parser of its format collects it. */
export interface DocumentDraft {
  title: string
  authors: string[]
  pages: PageFacts[]
  blocks: KeyedBlock[]
  warnings: Map<WarningKind, number>
  /** Rows that exceed the limit, by sheet: the first, the last and how many. */
  rowsLeftOut: Map<string, { from: number; to: number; count: number }>
}

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

/** Types of blocks in which line breaks and spaces carry meaning. */
const PREFORMATTED_TYPES = new Set<Block['type']>(['code', 'table', 'formula'])

/** Removes empty lines at the beginning and white space at the end. */
function trimEmptyLines(text: string): string {
  const ended = text.trimEnd()
  const blank = ended.length - ended.trimStart().length
  return ended.slice(ended.slice(0, blank).lastIndexOf('\n') + 1)
}

/** Returns a block without invisible characters, or null when nothing is left of it. */
function finishBlock(block: KeyedBlock, draft: DocumentDraft): KeyedBlock | null {
  const { text, hidden } = cleanText(block.text)
  addWarning(draft, 'invisible-text', hidden)
  if (block.rows) return finishTable(block, block.rows)
  const shown = PREFORMATTED_TYPES.has(block.type) ? trimEmptyLines(text) : cleanLine(text)
  return shown === '' ? null : { ...block, text: shown, ...relocateMarks(block, shown) }
}

/** Bounds the note marks of one block. */
const MAX_MARKS = 200

/** Moves the note marks of a block to their offsets in the cleaned text. */
function relocateMarks({ marks, text }: KeyedBlock, shown: string): Pick<KeyedBlock, 'marks'> {
  if (!marks) return {}
  const placeOf = (offset: number) =>
    Math.min(cleanLine(cleanText(text.slice(0, offset)).text).length, shown.length)
  return {
    marks: marks.slice(0, MAX_MARKS).map((mark) => {
      const end = placeOf(mark.end)
      if (mark.start === mark.end) return { ...mark, start: end, end }
      const start = placeOf(mark.start)
      return { ...mark, start: Math.min(shown[start] === ' ' ? start + 1 : start, end), end }
    }),
  }
}

function finishTable(block: KeyedBlock, given: string[][]): KeyedBlock | null {
  const rows = given.map((row) => row.map((cell) => cleanText(cell).text.replace(/\s+/g, ' ').trim()))
  const used = rows.filter((row) => row.some((cell) => cell !== ''))
  if (used.length === 0) return null
  const width = used.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0)
  const grid = used.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return { ...block, rows: grid, text: gridText(grid) }
}

const gridText = (grid: string[][]): string => grid.map((row) => row.join('\t')).join('\n')

/** Bounds the text of a table that is one block, in UTF-16 units, so that processing one block never takes long. */
const MAX_TABLE_BLOCK_CHARS = 200_000

/**
 * Splits a long table without positions into several blocks, each beginning with the first row; returns other blocks
 * unchanged.
 */
function splitTable(block: KeyedBlock | null): KeyedBlock[] {
  if (!block) return []
  const [head, ...rows] = block.rows ?? []
  if (!head || block.text.length <= MAX_TABLE_BLOCK_CHARS || block.boxes.length > 0) return [block]
  const most = Math.max(1, Math.floor((rows.length * MAX_TABLE_BLOCK_CHARS) / block.text.length))
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, at) => {
    const grid = [head, ...rows.slice(at * most, (at + 1) * most)]
    return { ...block, rows: grid, text: gridText(grid) }
  })
}

/**
 * Builds the document from a draft: cleans the blocks, links notes, derives title, identifiers, language and outline.
 *
 * @throws UnreadableDocument `empty` when there is no text, `too-long` when it exceeds `MAX_CHARACTERS`.
 */
export function finishDocument(draft: DocumentDraft, parser: string): ParsedDocument {
  const blocks = linkNotes(draft.blocks.flatMap((block) => splitTable(finishBlock(block, draft))))
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

function outlineEntries({ type, level, text, page }: Block): OutlineEntry[] {
  return type === 'heading' ? [{ title: text, level: level ?? 1, page }] : []
}
