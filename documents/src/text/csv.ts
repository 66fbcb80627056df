import { detectDelimiter, splitCells, splitCsv } from '@scinav/formats'
import type { ParsedDocument } from '../document.ts'
import { createRowLimit, emptyDraft, finishDocument, pagelessBlock } from '../structure/draft.ts'
import { decodeTextFile } from './plain.ts'

/** Yields a text as the stream that `splitCsv` reads. */
async function* singleChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/**
 * Parses a table of text (CSV, TSV) as one table, using the delimiter detected in its first line. A malformed row
 * becomes one cell.
 *
 * @throws UnreadableDocument as `decodeTextFile` and `finishDocument` do.
 */
export async function parseCsv(bytes: Uint8Array): Promise<ParsedDocument> {
  const draft = emptyDraft()
  const fits = createRowLimit(draft)
  const rows: string[][] = []
  let number = 0
  let delimiter: ReturnType<typeof detectDelimiter> | undefined
  for await (const records of splitCsv(singleChunk(decodeTextFile(bytes))))
    for (const { text, fault } of records) {
      delimiter ??= detectDelimiter(text)
      const row = fault ? [text] : splitCells(text, delimiter)
      number += 1
      if (fits(row, { sheet: '', row: number })) rows.push(row)
    }
  draft.blocks.push({ ...pagelessBlock('table', ''), rows })
  return finishDocument(draft, 'csv')
}
