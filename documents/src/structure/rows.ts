import { addWarning, type DocumentDraft } from './draft.ts'

/** Of tables so much is read: the rest is left out and said. */
const MAX_CHARACTERS = 4_000_000
const MAX_CELLS = 1_000_000

/** Where a row stands: its sheet, '' where there is one alone, and its number as programs count it. */
export interface RowPosition {
  sheet: string
  row: number
}

/** Takes rows of tables until there are enough in a document; what comes then is left out, and said with its place. */
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
