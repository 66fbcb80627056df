import { type Draft, warn } from './draft.ts'

/** Of tables so much is read: the rest is left out and said. */
const MOST_CHARACTERS = 4_000_000
const MOST_CELLS = 1_000_000

/** Where a row stands: its sheet, '' where there is one alone, and its number as programs count it. */
export interface RowPlace {
  sheet: string
  row: number
}

/** Takes rows of tables until there are enough in a document; what comes then is left out, and said with its place. */
export function rowLimit(draft: Draft): (row: readonly string[], place?: RowPlace) => boolean {
  let characters = 0
  let cells = 0
  return (row, place) => {
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
    cells += row.length
    const fits = characters <= MOST_CHARACTERS && cells <= MOST_CELLS
    if (!fits && place) leaveOut(draft, place)
    else if (!fits) warn(draft, 'parts-left-out')
    return fits
  }
}

function leaveOut(draft: Draft, { sheet, row }: RowPlace): void {
  const known = draft.rowsLeftOut.get(sheet)
  draft.rowsLeftOut.set(sheet, { from: known?.from ?? row, to: row, count: (known?.count ?? 0) + 1 })
}
