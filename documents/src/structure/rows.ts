import { addWarning, type DocumentDraft } from './draft.ts'

/** Bounds the table text of a document, in UTF-16 units; further rows are omitted and reported as a warning. */
const MAX_CHARACTERS = 4_000_000
/** Bounds the table cells of a document. */
const MAX_CELLS = 1_000_000

/** Position of a row: its sheet ('' when there is only one) and its number as spreadsheet programs show it. */
export interface RowPosition {
  sheet: string
  row: number
}

/**
 * Returns a function that accepts rows until the document has too many, and records each further row as omitted, with
 * its position if known.
 */
export function createRowLimit(
  draft: DocumentDraft,
): (row: readonly string[], place?: RowPosition) => boolean {
  let characters = 0
  let cells = 0
  return (row, place) => {
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
    cells += row.length
    const fits = characters <= MAX_CHARACTERS && cells <= MAX_CELLS
    if (!fits && place) recordSkippedRow(draft, place)
    else if (!fits) addWarning(draft, 'parts-left-out')
    return fits
  }
}

function recordSkippedRow(draft: DocumentDraft, { sheet, row }: RowPosition): void {
  const known = draft.rowsLeftOut.get(sheet)
  draft.rowsLeftOut.set(sheet, { from: known?.from ?? row, to: row, count: (known?.count ?? 0) + 1 })
}
