import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { answerColumns } from './answer-columns.ts'
import { answerRunsOf } from './answer-run.ts'
import type * as records from './record.store.ts'
import { siblingsOf, type ThreadNode } from './thread.ts'
import * as thumbs from './thumb.store.ts'

/** A record as the API returns it. */
export type RecordView = OutputOf<typeof api.chat.record>

/**
 * Converts records to the form returned by the API, in their order; `nodes` are all records of their chat.
 */
export async function toRecordViews(
  ctx: Context,
  rows: records.RecordRow[],
  nodes: ThreadNode[],
): Promise<RecordView[]> {
  const ids = rows.map((row) => row.id)
  const ratings = new Map((await thumbs.findByRecords(ctx.db, ids)).map((row) => [row.record_id, row]))
  const current = await Promise.all(rows.map((row) => withStreamedState(ctx, row)))
  return current.map((row) => toRecordView(row, siblingsOf(nodes, row), ratings.get(row.id)))
}

/** Returns an unfinished record with the answer that its events make so far; a client continues after `stream_seq`. */
async function withStreamedState(ctx: Context, row: records.RecordRow): Promise<records.RecordRow> {
  if (row.finished_at !== null) return row
  const { state, seq } = await answerRunsOf(ctx).loadState(ctx, row.id)
  return { ...row, ...answerColumns(state), stream_seq: seq }
}

/** Converts a record to the form returned by the API; `sibling_ids` are the records with the same parent. */
function toRecordView(row: records.RecordRow, sibling_ids: string[], rating?: thumbs.ThumbRow): RecordView {
  const { id, chat_id, application_id, parent_id, question, answer, reasoning, status } = row
  const { engine, model, stream_seq, created_at, finished_at } = row
  return {
    id,
    chat_id,
    application_id,
    parent_id,
    question,
    answer,
    reasoning,
    status,
    engine,
    model,
    stream_seq,
    created_at,
    finished_at,
    sibling_index: sibling_ids.indexOf(id) + 1,
    sibling_count: sibling_ids.length,
    sibling_ids,
    attachments: JSON.parse(row.attachments),
    citations: JSON.parse(row.citations),
    revisions: JSON.parse(row.revisions),
    notices: JSON.parse(row.notices),
    tool_calls: JSON.parse(row.tool_calls),
    struck: JSON.parse(row.struck),
    usage: row.usage === null ? null : JSON.parse(row.usage),
    error: row.error === null ? null : JSON.parse(row.error),
    thumbs_flag: rating?.flag ?? 0,
    thumbs_reasons: rating ? JSON.parse(rating.reasons) : [],
    understood: row.understood === null ? null : JSON.parse(row.understood),
    other_questions: JSON.parse(row.other_questions),
  }
}
