import { cellsOf, delimiterOf, splitCsv } from '@scinav/formats'
import type { ParsedDocument } from '../document.ts'
import { emptyDraft, finish } from '../structure/draft.ts'
import { rowLimit } from '../structure/rows.ts'
import { textOfFile } from './plain.ts'

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** A table of text (CSV, TSV), separated by what its first line has most of. A row that is broken is one cell. */
export async function parseTable(bytes: Uint8Array): Promise<ParsedDocument> {
  const draft = emptyDraft()
  const fits = rowLimit(draft)
  const rows: string[][] = []
  let number = 0
  let delimiter: ReturnType<typeof delimiterOf> | undefined
  for await (const records of splitCsv(once(textOfFile(bytes))))
    for (const { text, fault } of records) {
      delimiter ??= delimiterOf(text)
      const row = fault ? [text] : cellsOf(text, delimiter)
      number += 1
      if (fits(row, { sheet: '', row: number })) rows.push(row)
    }
  draft.blocks.push({ type: 'table', text: '', page: 1, boxes: [], rows })
  return finish(draft, 'csv')
}
