import { canonicalText } from '../canonical-text.ts'
import type {
  Block,
  DocumentWarning,
  OutlineEntry,
  PageFacts,
  ParsedDocument,
  WarningKind,
} from '../document.ts'
import { unreadable } from '../faults.ts'
import { identifiersIn } from '../identifiers.ts'
import { cleaned, inOneLine } from './clean.ts'
import { languageOf } from './language.ts'
import { type KeyedBlock, linkNotes } from './notes.ts'

/** Characters that one document may have. */
const MOST_CHARACTERS = 5_000_000
/** Where a DOI of the document itself stands. */
const FIRST_PART = 3_000

/** A document as a reader of one format collects it. */
export interface Draft {
  title: string
  authors: string[]
  pages: PageFacts[]
  blocks: KeyedBlock[]
  warnings: Map<WarningKind, number>
  /** By their sheet: which rows, and how many, there was no room for. */
  rowsLeftOut: Map<string, { from: number; to: number; count: number }>
}

export const emptyDraft = (): Draft => ({
  title: '',
  authors: [],
  pages: [],
  blocks: [],
  warnings: new Map(),
  rowsLeftOut: new Map(),
})

export function warn({ warnings }: Pick<Draft, 'warnings'>, kind: WarningKind, count = 1): void {
  if (count > 0) warnings.set(kind, (warnings.get(kind) ?? 0) + count)
}

/** Blocks in which lines and spaces mean something. */
const asWritten = new Set<Block['type']>(['code', 'table', 'formula'])

/** Without the empty lines around it. */
function asWrittenText(text: string): string {
  const ended = text.trimEnd()
  const blank = ended.length - ended.trimStart().length
  return ended.slice(ended.slice(0, blank).lastIndexOf('\n') + 1)
}

/** A block without what nobody sees; null where nothing is left. */
function finished(block: KeyedBlock, draft: Draft): KeyedBlock | null {
  const { text, hidden } = cleaned(block.text)
  warn(draft, 'invisible-text', hidden)
  if (block.rows) return finishedTable(block, block.rows)
  const shown = asWritten.has(block.type) ? asWrittenText(text) : inOneLine(text)
  return shown === '' ? null : { ...block, text: shown, ...movedMarks(block, shown) }
}

/** Of one block. */
const MOST_MARKS = 200

/** Marks where they stand once the text around them is clean. */
function movedMarks({ marks, text }: KeyedBlock, shown: string): Pick<KeyedBlock, 'marks'> {
  if (!marks) return {}
  const placeOf = (offset: number) =>
    Math.min(inOneLine(cleaned(text.slice(0, offset)).text).length, shown.length)
  return {
    marks: marks.slice(0, MOST_MARKS).map((mark) => {
      const end = placeOf(mark.end)
      if (mark.start === mark.end) return { ...mark, start: end, end }
      const start = placeOf(mark.start)
      return { ...mark, start: Math.min(shown[start] === ' ' ? start + 1 : start, end), end }
    }),
  }
}

function finishedTable(block: KeyedBlock, given: string[][]): KeyedBlock | null {
  const rows = given.map((row) => row.map((cell) => cleaned(cell).text.replace(/\s+/g, ' ').trim()))
  const used = rows.filter((row) => row.some((cell) => cell !== ''))
  if (used.length === 0) return null
  const width = used.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0)
  const grid = used.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return { ...block, rows: grid, text: textOf(grid) }
}

const textOf = (grid: string[][]): string => grid.map((row) => row.join('\t')).join('\n')

/** Characters of a table that is one block: whoever takes blocks one by one waits for none of them. */
const LONGEST_TABLE = 200_000

/** A long table without places as several, each with its first row; other blocks as they are. */
function tableParts(block: KeyedBlock | null): KeyedBlock[] {
  if (!block) return []
  const [head, ...rows] = block.rows ?? []
  if (!head || block.text.length <= LONGEST_TABLE || block.boxes.length > 0) return [block]
  const most = Math.max(1, Math.floor((rows.length * LONGEST_TABLE) / block.text.length))
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, at) => {
    const grid = [head, ...rows.slice(at * most, (at + 1) * most)]
    return { ...block, rows: grid, text: textOf(grid) }
  })
}

/**
 * The document that a draft has become.
 *
 * @throws UnreadableDocument `empty` without any text, `too-long` with too much of it.
 */
export function finish(draft: Draft, parser: string): ParsedDocument {
  const blocks = linkNotes(draft.blocks.flatMap((block) => tableParts(finished(block, draft))))
  const { text } = canonicalText(blocks)
  if (text === '') throw unreadable('empty')
  if (text.length > MOST_CHARACTERS) throw unreadable('too-long', { limit: '500 万字' })
  const title = inOneLine(cleaned(draft.title).text) || titleOf(blocks)
  return {
    title,
    authors: draft.authors.map((name) => inOneLine(cleaned(name).text)).filter((name) => name !== ''),
    identifiers: identifiersIn(text.slice(0, FIRST_PART)),
    language: languageOf(text),
    pages: draft.pages,
    blocks,
    outline: blocks.flatMap(outlineEntry),
    warnings: [
      ...[...draft.warnings].map(([kind, count]): DocumentWarning => ({ kind, count })),
      ...[...draft.rowsLeftOut].map(
        ([sheet, rows]): DocumentWarning => ({ kind: 'rows-left-out', sheet, ...rows }),
      ),
    ],
    parser: { name: parser, version: '1' },
  }
}

/** The heading with which a document begins. */
function titleOf(blocks: Block[]): string {
  const first = blocks.find(({ type }) => type !== 'other')
  return first?.type === 'heading' ? first.text : ''
}

function outlineEntry({ type, level, text, page }: Block): OutlineEntry[] {
  return type === 'heading' ? [{ title: text, level: level ?? 1, page }] : []
}
