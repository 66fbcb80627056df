// Tables of works with a heading, separated by commas, semicolons, tabs or vertical bars.
import { failedRead, type RawRecord, type ReadOptions, type ReadResult, readRecord } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { type Delimiter, detectDelimiter, isSeparatorLine, splitCells, splitCsv } from '../input/csv-split.ts'
import { type CsvField, mapColumns } from './csv-columns.ts'
import { type CsvRow, rowWork } from './csv-work.ts'

/** The delimiter of a table, and the field of each column, null for columns that are not read. */
interface CsvHeading {
  delimiter: Delimiter
  columns: (CsvField | null)[]
}

/**
 * Reads a table, whose first record is the heading; yields the results in the order of the rows. Without a title column
 * nothing can be read, and one failed result reports this.
 */
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
    const results = readRows(rows, heading, options.from ?? 0)
    if (results.length > 0) yield results
  }
}

/** Reads the heading of a table; `mapping`, from heading to field, replaces the recognition of headings. */
function parseHeading(text: string, mapping: ReadOptions['mapping']): CsvHeading {
  const delimiter = detectDelimiter(text)
  return { delimiter, columns: mapColumns(splitCells(text, delimiter), mapping) }
}

const hasTitle = (heading: CsvHeading): boolean =>
  heading.columns.includes('title') || heading.columns.includes('title_zh')

/** Reads rows as works, except those that end at or before the offset `from`. */
function readRows(records: readonly RawRecord[], heading: CsvHeading, from: number): ReadResult[] {
  const { delimiter, columns } = heading
  return records.flatMap((record) => {
    if (record.offset <= from) return []
    return readRecord(record, (text) => rowWork(toCsvRow(splitCells(text, delimiter), columns))) ?? []
  })
}

/** Returns the non-empty cells of a row by field; columns without a field are dropped. */
function toCsvRow(cells: readonly string[], columns: readonly (CsvField | null)[]): CsvRow {
  const row = new Map<CsvField, string>()
  for (const [i, field] of columns.entries()) {
    const cell = cleanCell(cells[i]?.trim() ?? '')
    if (field && cell !== '') row.set(field, cell)
  }
  return row
}

/**
 * Removes the apostrophe that programs put before text that a spreadsheet would run as a formula or convert to a date,
 * and replaces the dash in ranges by a hyphen.
 */
const cleanCell = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@＝＋－＠]|\d{1,4}(?:\/\d{1,4}){1,2}$|\d+E\d+$)/i, '')
    .replace(/^(\d{1,4})–(\d{1,4})$/, '$1-$2')

/** The certainty of a table with a title column: the least, and the largest. */
const MIN_CERTAINTY = 0.4
const MAX_CERTAINTY = 0.9

/**
 * Returns how likely a text is a table of works: 0 without a title column, else `MIN_CERTAINTY` and half the share of
 * known headings in its first line, up to `MAX_CERTAINTY`.
 */
export function looksLikeCsv(head: string): number {
  const [first = '', second = ''] = head.trimStart().split(/\r\n|\n|\r/, 2)
  const heading = isSeparatorLine(first) ? second : first
  const cells = splitCells(heading, detectDelimiter(heading))
  if (cells.length < 2) return 0
  const columns = mapColumns(cells)
  const knownColumns = columns.filter((column) => column !== null).length
  return columns.includes('title') || columns.includes('title_zh')
    ? Math.min(MAX_CERTAINTY, MIN_CERTAINTY + knownColumns / cells.length / 2)
    : 0
}
