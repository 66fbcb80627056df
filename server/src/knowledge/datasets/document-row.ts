import type { BaseContext } from '../../platform/context/context.ts'
import type { DocumentRow } from './document.store.ts'

type NewDocument = Pick<DocumentRow, 'dataset_id' | 'type' | 'name' | 'creator_id'> & Partial<DocumentRow>

/** Creates the row of a new document from the given fields and defaults; a paper is ready at once, a file is queued. */
export function buildDocumentRow(ctx: Pick<BaseContext, 'now' | 'newId'>, fields: NewDocument): DocumentRow {
  const now = ctx.now().toISOString()
  const isPaper = fields.type === 'paper'
  return {
    id: ctx.newId(),
    paper_id: null,
    file_id: null,
    title: null,
    named_by_hand: 0,
    mime: null,
    size_bytes: 0,
    page_count: null,
    state: isPaper ? 'ready' : 'queued',
    progress: isPaper ? 1 : 0,
    error: null,
    warnings: '[]',
    created_at: now,
    updated_at: now,
    deleted_at: null,
    bytes_id: null,
    parse_id: null,
    next_parse_id: null,
    next_file_id: null,
    proposed_paper_id: null,
    declined_paper_id: null,
    record: null,
    record_key: null,
    record_by_hand: 0,
    record_lookup: null,
    record_engines: '',
    record_bytes: Buffer.byteLength(fields.record ?? ''),
    ...fields,
  }
}

/**
 * Returns the row that a copy of a document starts from: its current content, without a replacement file that is
 * still being processed.
 */
export const documentCopy = (row: DocumentRow): DocumentRow => ({
  ...row,
  next_file_id: null,
  next_parse_id: row.next_file_id === null ? row.next_parse_id : null,
})
