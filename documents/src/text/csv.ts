import { detectDelimiter, splitCells, splitCsv } from '@scinav/formats'
import type { ParsedDocument } from '../document.ts'
import { createRowLimit, emptyDraft, pagelessBlock } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { decodeTextFile } from './plain.ts'

/**
 * Parses a table of text (CSV, TSV) as one table, using the delimiter detected in its first record. A malformed record
 * becomes a row of one cell. Rows beyond the limit of `createRowLimit` are left out, with a warning.
 *
 * @throws UnreadableDocument as `decodeTextFile` and `finishDocument` do.
 */
export async function parseCsv(bytes: Uint8Array): Promise<ParsedDocument> {
  const draft = emptyDraft()
  const fitsRowLimit = createRowLimit(draft)
  const rows: string[][] = []
  /** Number of the row as spreadsheet programs show it, from 1. */
  let rowNumber = 0
  let delimiter: ReturnType<typeof detectDelimiter> | undefined
  for await (const records of splitCsv(singleChunk(decodeTextFile(bytes))))
    for (const { text, fault } of records) {
      delimiter ??= detectDelimiter(text)
      const row = fault ? [text] : splitCells(text, delimiter)
      rowNumber += 1
      if (fitsRowLimit(row, { sheet: '', row: rowNumber })) rows.push(row)
    }
  draft.blocks.push({ ...pagelessBlock('table', ''), rows })
  return finishDocument(draft, 'csv')
}

/** Yields a text as the stream that `splitCsv` reads. */
async function* singleChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
