import type { Utf8Chunks } from './bytes.ts'
import { type CsvField, mapColumns } from './csv-columns.ts'
import { type Delimiter, detectDelimiter, isSeparatorLine, splitCells, splitCsv } from './csv-split.ts'
import { type CsvRow, rowWork } from './csv-work.ts'
import { failedRead, type RawRecord, type ReadOptions, type ReadResult, readRecord } from './format.ts'

/** This module reads tables of works, separated by commas, semicolons, tabs or vertical bars, with a heading. */

/**
 * Removes the apostrophe that programs put before text that a spreadsheet would run as a formula or convert to a date,
 * and replaces the dash in ranges by a hyphen.
 */
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

/** Reads a table; without a title column nothing can be read, and one failed result reports this. */
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

/** Returns how likely a text is a table of works, 0–0.9, from the share of known headings in its first line. */
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
