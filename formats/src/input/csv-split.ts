// Splits tables of text (RFC 4180) into rows; a quoted cell may contain delimiters and line breaks.

import type { RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { splitLines } from './lines.ts'

/** A delimiter between cells. */
export type Delimiter = ',' | ';' | '\t' | '|'

/** Returns the delimiter that occurs most often in the heading outside of quoted cells; `,` when there is none. */
export function detectDelimiter(heading: string): Delimiter {
  const unquoted = heading.replace(/"[^"]*"/g, '')
  const counts = ([',', '\t', ';', '|'] as const).map((each) => [each, unquoted.split(each).length] as const)
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

/** Returns whether a line is `sep=;`, which tells spreadsheets the delimiter. */
export const isSeparatorLine = (line: string): boolean => /^\ufeff?"?sep=.?"?$/i.test(line.trim())

/** Returns the cells of a row, unquoted; those without quotation marks are trimmed. */
export function splitCells(row: string, delimiter: Delimiter): string[] {
  if (!row.includes('"')) return row.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  const separator = delimiter === '|' ? '\\|' : delimiter
  // A cell in quotation marks with whatever follows them, or text up to the next delimiter.
  const cell = new RegExp(`\\s*"((?:[^"]|"")*)"[^${separator}]*(?=${separator}|$)|([^${separator}]*)`, 'y')
  for (let at = 0; at <= row.length; at++) {
    cell.lastIndex = at
    const found = cell.exec(row)
    cells.push(found?.[1] !== undefined ? found[1].replaceAll('""', '"') : (found?.[2] ?? '').trim())
    // Moves to the delimiter, which the loop steps over.
    at += found?.[0].length ?? 0
  }
  return cells
}

/** The state of splitting one table. */
interface CsvSplitter {
  /** Null before the heading. */
  delimiter: Delimiter | null
  /** Lines of the current, unfinished row. */
  rowLines: RawRecord[]
  /** Whether a quoted cell is open at the end of `rowLines`. */
  isOpen: boolean
  /** Rows that are complete and not yielded yet. */
  done: RawRecord[]
}

/**
 * Splits a table into its rows as they are written, the heading included. Yields arrays that are never empty. A row
 * with a quotation mark that is never closed has a fault.
 */
export async function* splitCsv(chunks: Utf8Chunks): AsyncGenerator<RawRecord[]> {
  const splitter: CsvSplitter = { delimiter: null, rowLines: [], isOpen: false, done: [] }
  for await (const lines of splitLines(chunks)) {
    for (const line of lines) addCsvLine(splitter, line)
    if (splitter.done.length > 0) yield splitter.done
    splitter.done = []
  }
  while (splitter.rowLines.length > 0) recoverFromOpenQuote(splitter)
  if (splitter.done.length > 0) yield splitter.done
}

/** Largest number of lines in a row; a longer one comes from a quotation mark that is never closed. */
const MAX_ROW_LINES = 500

/** Adds a line to the current row, and the row to `done` when it is complete; blank lines between rows are skipped. */
function addCsvLine(splitter: CsvSplitter, line: RawRecord): void {
  if (splitter.rowLines.length === 0 && (line.text.trim() === '' || isSeparatorLine(line.text))) return
  splitter.delimiter ??= detectDelimiter(line.text)
  splitter.rowLines.push(line)
  splitter.isOpen = isOpenAfter(line.text, splitter.delimiter, splitter.isOpen)
  if (splitter.isOpen) {
    if (splitter.rowLines.length >= MAX_ROW_LINES) recoverFromOpenQuote(splitter)
    return
  }
  const [first = line] = splitter.rowLines
  const text = splitter.rowLines.map((each) => each.text).join('\n')
  splitter.done.push({ ...first, text, offset: line.offset })
  splitter.rowLines = []
}

/**
 * Returns whether a quoted cell is open at the end of the line. Quotation marks inside an unquoted cell have no
 * meaning.
 */
function isOpenAfter(line: string, delimiter: Delimiter, openBefore: boolean): boolean {
  if (!openBefore && !line.includes('"')) return false
  let quoted = openBefore
  let isCellStart = true
  for (let i = 0; i < line.length; i++) {
    const isMark: boolean = line[i] === '"' && (quoted || isCellStart)
    if (isMark) quoted = !quoted
    // A doubled quotation mark reopens the cell at once.
    isCellStart = isMark || (!quoted && line[i] === delimiter)
  }
  return quoted
}

/**
 * Recovers from a quotation mark that is never closed: only its own line is faulty, the following ones are read again.
 */
function recoverFromOpenQuote(splitter: CsvSplitter): void {
  const [first, ...others] = splitter.rowLines
  splitter.rowLines = []
  splitter.isOpen = false
  if (first) splitter.done.push({ ...first, fault: '引号没有结束' })
  for (const line of others) addCsvLine(splitter, line)
}
