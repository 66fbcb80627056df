import { type api, type Citation, type OutputOf, type ParsedInputOf, swapRevision } from '@scinav/contract'
import { clauseToRedact, followUpQuestions } from '../../answers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { requireOwnChat, requireOwnRecord } from './guard.ts'
import * as records from './record.store.ts'
import { type RecordView, toRecordViews } from './record-view.ts'
import { selectThread } from './thread.ts'

type Chat = typeof api.chat

/**
 * Returns a page of the records of a chat's selected thread. Page 1 has the last records; each page is in reading
 * order.
 *
 * @throws AppError `chat.not_found`; `chat_record.not_found` for a thread through a record that the chat does not have.
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

/**
 * Returns up to three questions that could follow an answer, and stores them when they are made; none while
 * the answer is being generated or when it cites no paper.
 */
export async function suggestFollowUps(
  ctx: Context,
  input: ParsedInputOf<Chat['otherQuestions']>,
): Promise<string[]> {
  const record = await requireOwnRecord(ctx, input)
  const stored: string[] = JSON.parse(record.other_questions)
  if (stored.length > 0 || record.status !== 'done') return stored
  const citations: Citation[] = JSON.parse(record.citations)
  const paper_ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
  if (paper_ids.length === 0) return []
  const questions = await followUpQuestions(ctx, { question: record.question, paper_ids })
  await records.setQuestions(ctx.db, record.id, JSON.stringify(questions))
  return questions
}

/**
 * Redacts the claim of an unsupported citation, or restores it. The stored answer is unchanged; redacted text is
 * neither shown nor exported.
 *
 * @throws AppError `chat.not_ended` while the answer is being generated; `input.invalid` when the citation is not
 * unsupported.
 */
export function redact(
  ctx: Context,
  input: ParsedInputOf<Chat['redact']>,
): Promise<OutputOf<Chat['redact']>> {
  const { mark: start, struck: isRedacted, ...place } = input
  return transact(ctx, async (ctx) => {
    const record = await requireOwnRecord(ctx, place)
    if (record.finished_at === null) throw new AppError('chat.not_ended')
    const citations: Citation[] = JSON.parse(record.citations)
    const marker = citations.find((each) => each.start === start && each.support === 'unsupported')
    if (!marker)
      throw new AppError('input.invalid', {
        issues: [{ path: 'mark', message: '这里的说法没有被判为不支持' }],
      })
    const before: OutputOf<Chat['redact']> = JSON.parse(record.struck)
    const others = before.filter((each) => marker.start < each.start || marker.start >= each.end)
    const redacted = isRedacted ? [...others, clauseToRedact(record.answer, marker, others)] : others
    await records.setRedacted(ctx.db, record.id, JSON.stringify(redacted))
    return redacted
  })
}

/**
 * Undoes a change that the check of the citations made, or makes it again. The stored answer then has that version.
 *
 * @throws AppError `chat.not_ended` while the answer is being generated; `input.invalid` when there is no such change.
 */
export function revise(ctx: Context, input: ParsedInputOf<Chat['revise']>): Promise<null> {
  const { revision: index, undone, ...place } = input
  return transact(ctx, async (ctx) => {
    const record = await requireOwnRecord(ctx, place)
    if (record.finished_at === null) throw new AppError('chat.not_ended')
    const { answer, citations, revisions, struck } = record
    const before = {
      answer,
      citations: JSON.parse(citations) as Citation[],
      revisions: JSON.parse(revisions) as RecordView['revisions'],
      struck: JSON.parse(struck) as RecordView['struck'],
    }
    const revision = before.revisions[index]
    if (!revision)
      throw new AppError('input.invalid', { issues: [{ path: 'revision', message: '没有这一处修改' }] })
    if (revision.undone === undone) return null
    const after = swapRevision(before, index)
    await records.setVersion(ctx.db, record.id, {
      answer: after.answer,
      citations: JSON.stringify(after.citations),
      revisions: JSON.stringify(after.revisions),
      struck: JSON.stringify(after.struck),
    })
    return null
  })
}
