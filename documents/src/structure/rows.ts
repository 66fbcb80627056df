import { type Draft, warn } from './draft.ts'

/** Of tables so much is read: the rest is left out and said. */
const MOST_CHARACTERS = 4_000_000
const MOST_CELLS = 1_000_000

/** Takes rows of tables until there are enough in a document; what comes then is counted as left out. */
export function rowLimit(draft: Draft): (row: readonly string[]) => boolean {
  let characters = 0
  let cells = 0
  return (row) => {
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
    cells += row.length
    const fits = characters <= MOST_CHARACTERS && cells <= MOST_CELLS
    if (!fits) warn(draft, 'parts-left-out')
    return fits
  }
}
