import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { answerColumns, answerRunsOf } from './answer-run.ts'
import { requireOwnChat, requireOwnRecord } from './guard.ts'
import * as records from './record.store.ts'
import { selectThread, siblingsOf, type ThreadNode } from './thread.ts'
import * as thumbs from './thumb.store.ts'

type Chat = typeof api.chat
type RecordView = OutputOf<Chat['record']>

/**
 * Returns a page of the records of a chat's selected thread. Page 1 has the last records; each page is in reading
 * order.
 */
export async function listRecords(
  ctx: Context,
  input: ParsedInputOf<Chat['records']>,
): Promise<OutputOf<Chat['records']>> {
  await requireOwnChat(ctx, input)
  const nodes = await records.listThreadNodes(ctx.db, input.chat_id)
  const { through = null, page, rows } = input
  if (through !== null && !nodes.some((each) => each.id === through))
    throw new AppError('chat_record.not_found')
  const thread = selectThread(nodes, through)
  const end = Math.max(0, thread.length - (page - 1) * rows)
  const ids = thread.slice(Math.max(0, end - rows), end)
  const byId = new Map((await records.findByIds(ctx.db, ids)).map((row) => [row.id, row]))
  const list = await toRecordViews(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
    nodes,
  )
  return { list, total: thread.length, page_num: page, page_size: rows }
}

/**
 * Returns a record of the caller with its present answer.
 *
 * @throws AppError `chat_record.not_found`.
 */
export async function getRecord(ctx: Context, input: ParsedInputOf<Chat['record']>): Promise<RecordView> {
  const row = await requireOwnRecord(ctx, input)
  const [view] = await toRecordViews(ctx, [row], await records.listThreadNodes(ctx.db, row.chat_id))
  if (!view) throw new AppError('chat_record.not_found')
  return view
}

async function toRecordViews(
  ctx: Context,
  rows: records.RecordRow[],
  nodes: ThreadNode[],
): Promise<RecordView[]> {
  const ids = rows.map((row) => row.id)
  const ratings = new Map((await thumbs.findByRecords(ctx.db, ids)).map((row) => [row.record_id, row]))
  const current = await Promise.all(rows.map((row) => withStreamedState(ctx, row)))
  return current.map((row) => toRecordView(row, siblingsOf(nodes, row), ratings.get(row.id)))
}

/** Completes an unfinished record from its events; a client continues after `stream_seq`. */
async function withStreamedState(ctx: Context, row: records.RecordRow): Promise<records.RecordRow> {
  if (row.finished_at !== null) return row
  const { state, seq } = await answerRunsOf(ctx).loadState(ctx, row.id)
  return { ...row, ...answerColumns(state), stream_seq: seq }
}

function toRecordView(row: records.RecordRow, sibling_ids: string[], rating?: thumbs.ThumbRow): RecordView {
  const { id, chat_id, application_id, parent_id, question, answer, reasoning, status } = row
  const { engine, model, stream_seq, created_at, finished_at } = row
  return {
    ...{ id, chat_id, application_id, parent_id, question, answer, reasoning, status },
    ...{ engine, model, stream_seq, created_at, finished_at },
    sibling_index: sibling_ids.indexOf(id) + 1,
    sibling_count: sibling_ids.length,
    sibling_ids,
    attachments: JSON.parse(row.attachments),
    citations: JSON.parse(row.citations),
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
