import { addToList, boundingArea, maxOf } from '../page/extremes.ts'
import type { PdfLine } from '../page/lines.ts'
import type { TaggedCell } from '../page/page-content.ts'
import type { ColumnRow } from '../page/reading-order.ts'
import { isStructured, taggedTableWords, wordsOfLines } from '../page/tagged-lines.ts'
import type { Word } from '../page/words.ts'
import { cellText } from './cell-text.ts'
import type { TableMatch } from './tables.ts'

/**
 * Returns the tables that a tagged file declares whose words are exactly those of some of these rows.
 *
 * @param page all lines of the page
 */
export function findTaggedTables(rows: readonly ColumnRow[], page: readonly PdfLine[]): TableMatch[] {
  if (!isStructured(page)) return []
  return [...taggedTableWords(page)].flatMap(([table, words]) => {
    const isOwn = ({ tag }: Word) => tag?.cell?.table === table
    const ownRows = rows.filter(({ line }) => line.words.some(isOwn))
    const lines = ownRows.map(({ line }) => line)
    const rowWords = wordsOfLines(lines)
    if (rowWords.length !== words.length || !rowWords.every(isOwn)) return []
    const cells = cellGrid(words)
    return isTableGrid(cells) ? [{ area: boundingArea(lines), cells, rows: ownRows }] : []
  })
}

/** Builds a full grid of the cells of a table; a merged cell has its text at its first position. */
function cellGrid(words: readonly Word[]): string[][] {
  const cells = new Map<TaggedCell, Word[]>()
  for (const word of words) if (word.tag?.cell) addToList(cells, word.tag.cell, word)
  const columns = maxOf(cells.keys(), ({ column }) => column) + 1
  const rows = new Map<number, string[]>()
  for (const [{ row, column }, cellWords] of [...cells].toSorted(([a], [b]) => a.row - b.row)) {
    const texts = rows.get(row) ?? Array.from({ length: columns }, () => '')
    texts[column] = cellText(cellWords)
    rows.set(row, texts)
  }
  return [...rows.values()]
}

/** Minimum number of rows, and of columns, of a table. */
const MIN_ROWS_AND_COLUMNS = 2
/** Bounds the mean length of cells; longer ones indicate a page laid out with a table. */
const MAX_MEAN_CELL_CHARS = 200

/** Returns whether a grid has the size and the cells of a table. */
function isTableGrid(grid: readonly string[][]): boolean {
  const filled = grid.flat().filter(Boolean)
  const length = filled.reduce((sum, text) => sum + text.length, 0)
  return (
    grid.length >= MIN_ROWS_AND_COLUMNS &&
    (grid[0]?.length ?? 0) >= MIN_ROWS_AND_COLUMNS &&
    length <= MAX_MEAN_CELL_CHARS * filled.length
  )
}
