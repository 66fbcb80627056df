import type { Utf8Chunks } from './bytes.ts'
import { type CsvField, mapColumns } from './csv-columns.ts'
import { type Delimiter, detectDelimiter, isSeparatorLine, splitCells, splitCsv } from './csv-split.ts'
import { type CsvRow, rowWork } from './csv-work.ts'
import { failedRead, type RawRecord, type ReadOptions, type ReadResult, readRecord } from './format.ts'

/** Tables of works: comma, semicolon or tab separated, with a heading. */

/** Programs put an apostrophe before what a spreadsheet would run as a formula or take for a date, and dashes into ranges. */
const stripFormulaGuard = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@＝＋－＠]|\d{1,4}(?:\/\d{1,4}){1,2}$|\d+E\d+$)/i, '')
    .replace(/^(\d{1,4})–(\d{1,4})$/, '$1-$2')

function toCsvRow(cells: readonly string[], columns: readonly (CsvField | null)[]): CsvRow {
  const row = new Map<CsvField, string>()
  for (const [i, field] of columns.entries()) {
    const cell = stripFormulaGuard(cells[i]?.trim() ?? '')
    if (field && cell !== '') row.set(field, cell)
  }
  return row
}

interface CsvHeading {
  delimiter: Delimiter
  columns: (CsvField | null)[]
}

function parseHeading(text: string, mapping: ReadOptions['mapping']): CsvHeading {
  const delimiter = detectDelimiter(text)
  return { delimiter, columns: mapColumns(splitCells(text, delimiter), mapping) }
}

function readRows(records: readonly RawRecord[], heading: CsvHeading, from: number): ReadResult[] {
  const { delimiter, columns } = heading
  return records.flatMap((record) => {
    if (record.offset <= from) return []
    return readRecord(record, (text) => rowWork(toCsvRow(splitCells(text, delimiter), columns))) ?? []
  })
}

const hasTitle = (heading: CsvHeading): boolean =>
  heading.columns.includes('title') || heading.columns.includes('title_zh')

/** Reads a table; without a column for the title nothing in it can be read, which is said once. */
export async function* readCsv(chunks: Utf8Chunks, options: ReadOptions): AsyncGenerator<ReadResult[]> {
  let heading: CsvHeading | null = null
  for await (const [first, ...others] of splitCsv(chunks)) {
    if (!first) continue
    const rows: RawRecord[] = heading ? [first, ...others] : others
    heading ??= parseHeading(first.text, options.mapping)
    if (!hasTitle(heading)) {
      yield [failedRead(first, '表头中没有题名一列，请指定各列的含义')]
      return
    }
    const reads = readRows(rows, heading, options.from ?? 0)
    if (reads.length > 0) yield reads
  }
}

/** How surely a text is a table of works: how many of its first line's cells are known headings. */
export function looksLikeCsv(head: string): number {
  const [first = '', second = ''] = head.trimStart().split(/\r\n|\n|\r/, 2)
  const heading = isSeparatorLine(first) ? second : first
  const cells = splitCells(heading, detectDelimiter(heading))
  if (cells.length < 2) return 0
  const columns = mapColumns(cells)
  const known = columns.filter((column) => column !== null).length
  return columns.includes('title') || columns.includes('title_zh')
    ? Math.min(0.9, 0.4 + known / cells.length / 2)
    : 0
}
