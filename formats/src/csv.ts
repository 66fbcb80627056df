import type { Utf8 } from './bytes.ts'
import { type Field, mapColumns } from './csv-columns.ts'
import { cellsOf, type Delimiter, delimiterOf, isSeparatorLine, splitCsv } from './csv-split.ts'
import { type Row, rowWork } from './csv-work.ts'
import { failed, type RawRecord, type Read, type ReadOptions, readRecord } from './format.ts'

/** Tables of works: comma, semicolon or tab separated, with a heading. */

/** Programs put an apostrophe before what a spreadsheet would run as a formula or take for a date, and dashes into ranges. */
const unguarded = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@＝＋－＠]|\d{1,4}(?:\/\d{1,4}){1,2}$|\d+E\d+$)/i, '')
    .replace(/^(\d{1,4})–(\d{1,4})$/, '$1-$2')

function rowOf(cells: readonly string[], columns: readonly (Field | null)[]): Row {
  const row = new Map<Field, string>()
  for (const [i, field] of columns.entries()) {
    const cell = unguarded(cells[i]?.trim() ?? '')
    if (field && cell !== '') row.set(field, cell)
  }
  return row
}

interface Heading {
  delimiter: Delimiter
  columns: (Field | null)[]
}

function headingOf(text: string, mapping: ReadOptions['mapping']): Heading {
  const delimiter = delimiterOf(text)
  return { delimiter, columns: mapColumns(cellsOf(text, delimiter), mapping) }
}

function readRows(records: readonly RawRecord[], heading: Heading, from: number): Read[] {
  const { delimiter, columns } = heading
  return records.flatMap((record) => {
    if (record.offset <= from) return []
    return readRecord(record, (text) => rowWork(rowOf(cellsOf(text, delimiter), columns))) ?? []
  })
}

const hasTitle = (heading: Heading): boolean =>
  heading.columns.includes('title') || heading.columns.includes('title_zh')

/** Reads a table; without a column for the title nothing in it can be read, which is said once. */
export async function* readCsv(chunks: Utf8, options: ReadOptions): AsyncGenerator<Read[]> {
  let heading: Heading | null = null
  for await (const [first, ...others] of splitCsv(chunks)) {
    if (!first) continue
    const rows: RawRecord[] = heading ? [first, ...others] : others
    heading ??= headingOf(first.text, options.mapping)
    if (!hasTitle(heading)) {
      yield [failed(first, '表头中没有题名一列，请指定各列的含义')]
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
  const cells = cellsOf(heading, delimiterOf(heading))
  if (cells.length < 2) return 0
  const columns = mapColumns(cells)
  const known = columns.filter((column) => column !== null).length
  return columns.includes('title') || columns.includes('title_zh')
    ? Math.min(0.9, 0.4 + known / cells.length / 2)
    : 0
}
