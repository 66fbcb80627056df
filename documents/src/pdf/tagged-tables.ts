import { cellText } from './cell-text.ts'
import { addTo, areaAround, mostOf } from './extremes.ts'
import type { Row } from './flow.ts'
import type { Line } from './lines.ts'
import type { TaggedCell } from './page-content.ts'
import type { Table } from './tables.ts'
import { isStructured, tablesIn, wordsIn } from './tagged-lines.ts'
import type { Word } from './words.ts'

const FEWEST = 2
/** Longer cells, on the average, are a page that was laid out with a table. */
const LONGEST_CELL = 200

/** A full grid of a table's cells: a merged one has its text at its first place. */
function gridOf(words: readonly Word[]): string[][] {
  const cells = new Map<TaggedCell, Word[]>()
  for (const word of words) if (word.tag?.cell) addTo(cells, word.tag.cell, word)
  const columns = mostOf(cells.keys(), ({ column }) => column) + 1
  const rows = new Map<number, string[]>()
  for (const [{ row, column }, own] of [...cells].toSorted(([a], [b]) => a.row - b.row)) {
    const line = rows.get(row) ?? Array.from({ length: columns }, () => '')
    line[column] = cellText(own)
    rows.set(row, line)
  }
  return [...rows.values()]
}

function isTable(grid: readonly string[][]): boolean {
  const filled = grid.flat().filter(Boolean)
  const length = filled.reduce((sum, text) => sum + text.length, 0)
  return grid.length >= FEWEST && (grid[0]?.length ?? 0) >= FEWEST && length <= LONGEST_CELL * filled.length
}

/** Tables as a tagged file names them, where all of one stands in these rows, and nothing else does. */
export function taggedTables(rows: readonly Row[], page: readonly Line[]): Table[] {
  if (!isStructured(page)) return []
  return [...tablesIn(page)].flatMap(([table, words]) => {
    const isOwn = ({ tag }: Word) => tag?.cell?.table === table
    const taken = rows.filter(({ line }) => line.words.some(isOwn))
    const found = wordsIn(taken.map(({ line }) => line))
    if (found.length !== words.length || !found.every(isOwn)) return []
    const grid = gridOf(words)
    return isTable(grid) ? [{ area: areaAround(taken.map(({ line }) => line)), rows: grid, taken }] : []
  })
}
