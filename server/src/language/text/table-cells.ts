/** What names a cell of a table: the first cell of its row and the head of its column. */
export interface CellLabels {
  row: string
  column: string
  /** The offset in the text at which the table begins. */
  table_start: number
}

/** A citation marker: `[3]`. */
const MARKER = /\[\d+\]/g
/** The beginning of a row of a table. */
const ROW = /^\s{0,3}\|/
/** The line under the head of a table: `| --- | :-: |`. */
const RULE = /^\s{0,3}\|[\s:|-]+$/
/** How far before a cell its table may begin, in UTF-16 units. */
const MAX_TABLE_CHARS = 20_000
/** A table with a cell below its head has the head, the rule and a row. */
const MIN_TABLE_LINES = 3

/** Returns the offset at which the last cell of a row of a Markdown table begins; 0 for any other line. */
export function lastCellStart(line: string): number {
  if (!ROW.test(line)) return 0
  const open = line.replace(/\|\s*$/, '')
  return (pipesOf(open).at(-1) ?? -1) + 1
}

/** Returns the labels of the cell of a Markdown table that a text ends in; null when it ends elsewhere. */
export function cellLabels(text: string): CellLabels | null {
  const from = Math.max(0, text.length - MAX_TABLE_CHARS)
  const lines = text.slice(from).split('\n')
  let first = lines.length - 1
  while (first > 0 && ROW.test(lines[first - 1] ?? '')) first -= 1
  const [head = '', rule = ''] = lines.slice(first)
  const line = lines.at(-1) ?? ''
  if (!ROW.test(line) || !RULE.test(rule) || lines.length - first < MIN_TABLE_LINES) return null
  const cells = cellsOf(line.slice(0, lastCellStart(line)))
  const table_start = text.length - lines.slice(first).join('\n').length
  return { row: cells[0] ?? '', column: cellsOf(head)[cells.length] ?? '', table_start }
}

/** Returns the offsets of the bars of a row that divide its cells. */
const pipesOf = (row: string): number[] => Array.from(row.matchAll(/(?<!\\)\|/g), ({ index }) => index)

/** Returns the text of the cells between the bars of a row, without markers. */
function cellsOf(row: string): string[] {
  const pipes = pipesOf(row)
  return pipes.slice(1).map((end, at) =>
    row
      .slice((pipes[at] ?? 0) + 1, end)
      .replaceAll(MARKER, '')
      .replaceAll(/\*\*|`/g, '')
      .trim(),
  )
}
