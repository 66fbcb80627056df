import type { IndexChange } from '../index/document.ts'
import type { PassageRecord } from '../index/schema.ts'

/** Creates a change that adds a passage. */
export function passage(
  seq: number,
  text: string,
  { dataset_id = 'd1', document_id = 'x1', headings = [], language = 'en' }: Partial<PassageRecord> = {},
): IndexChange {
  const record: PassageRecord = { dataset_id, document_id, headings, text, language }
  return { seq, change: seq, record: JSON.stringify(record), cited_by_count: 0 }
}
