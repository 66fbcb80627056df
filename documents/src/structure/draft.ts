import type { Block, PageFacts, WarningKind } from '../document.ts'
import type { KeyedBlock } from './notes.ts'

/** A document while the parser of its format collects it; `finishDocument` (finish-document.ts) makes it a `ParsedDocument`. */
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
