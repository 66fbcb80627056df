import { createHash } from 'node:crypto'
import {
  type AnswerEvent,
  type api,
  emptyAnswer,
  type OutputOf,
  type ParsedInputOf,
  SUMMARY_QUESTION,
} from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import { type Context, transact } from '../../platform/context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { answerColumns, answerRunsOf, followAnswer, trackDocuments } from './answer-run.ts'
import * as chats from './chat.store.ts'
import { requireOwnChat, requireOwnRecord } from './guard.ts'
import * as records from './record.store.ts'
import { buildRequest, loadAttachments } from './request.ts'
import { type ChatQuestion, type PreparedTask, prepareTask } from './task.ts'
import { selectThread } from './thread.ts'

type MessageInput = ParsedInputOf<typeof api.chat.send>

/** How long a repeated message is recognized by its key. */
const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
const MAX_MESSAGES_PER_MINUTE = 30
const MAX_CONCURRENT_RUNS = 3
/** Maximum length of a chat's title, in code points. */
const MAX_TITLE_CHARS = 40

/**
 * Stores a message, starts its answer and streams it. A used idempotency key streams the existing answer.
 *
 * @throws AppError `chat.busy` while an answer of the chat is being written; `chat.too_many_runs`; `chat.too_fast`.
 */
export async function sendMessage(ctx: Context, input: MessageInput): Promise<StreamReply<AnswerEvent>> {
  const chat = await requireOwnChat(ctx, input)
  const existing = await findRecordByKey(ctx, input)
  if (existing) return followAnswer(ctx, existing, ctx.stream.after)
  const chatQuestion = await readMessage(ctx, input, chat)
  const attachments = await loadAttachments(ctx, chatQuestion.request)
  const prepared = await prepareTask(ctx, chatQuestion)
  const record = buildRecord(ctx, chatQuestion, prepared.task.model?.id ?? null, JSON.stringify(attachments))
  const id = await transact(ctx, (ctx) =>
    storeRecord(ctx, input, chat, { ...record, ...idempotencyKey(ctx, input) }),
  )
  if (id === record.id) beginRun(ctx, chatQuestion, prepared)
  return followAnswer(ctx, { id, chat_id: chat.id }, ctx.stream.after)
}

/** Determines the question and its parent record; a repeated or edited question becomes a sibling of its former version. */
async function readMessage(ctx: Context, input: MessageInput, chat: chats.ChatRow): Promise<ChatQuestion> {
  const { parent_id } = input
  const parent =
    parent_id === undefined
      ? null
      : await requireOwnRecord(ctx, { chat_record_id: parent_id, chat_id: chat.id })
  // A repeated or edited question names its former version as `parent_id`, instead of its parent.
  const formerVersion = input.mode === 'new' ? null : parent
  const last = selectThread(await records.listThreadNodes(ctx.db, chat.id)).at(-1) ?? null
  return {
    record_id: ctx.newId(),
    chat_id: chat.id,
    application_id: chat.application_id,
    parent_id: formerVersion ? formerVersion.parent_id : (parent?.id ?? last),
    question: formerVersion && input.mode === 'regenerate' ? formerVersion.question : input.message,
    request: buildRequest(input, chat, formerVersion),
  }
}

/** Builds the row of an answer that this process is about to write under a lease. */
function buildRecord(
  ctx: Context,
  chatQuestion: ChatQuestion,
  model: string | null,
  attachments: string,
): records.RecordRow {
  return {
    ...answerColumns(emptyAnswer()),
    id: chatQuestion.record_id,
    chat_id: chatQuestion.chat_id,
    user_id: ctx.actor.id,
    application_id: chatQuestion.application_id,
    parent_id: chatQuestion.parent_id,
    question: chatQuestion.question,
    attachments,
    request: JSON.stringify(chatQuestion.request),
    status: 'pending',
    struck: '[]',
    engine: model === null ? 'extractive' : 'model',
    model,
    error: null,
    stream_seq: 0,
    idempotency_key: null,
    request_hash: null,
    ...answerRunsOf(ctx).lease(),
    cancel_requested: 0,
    created_at: ctx.now().toISOString(),
    finished_at: null,
  }
}

/** Returns the columns of the client's idempotency key; by the hash a repeated message is told from another one. */
function idempotencyKey(ctx: Context, input: MessageInput) {
  const { key } = ctx.stream
  if (key === undefined) return { idempotency_key: null, request_hash: null }
  return {
    idempotency_key: key,
    request_hash: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
  }
}

/**
 * Returns the record that the idempotency key has created; undefined without a key or when it is new.
 *
 * @throws AppError `request.key_reused` when the key was used for another request.
 */
async function findRecordByKey(ctx: Context, input: MessageInput): Promise<records.RecordRow | undefined> {
  const { idempotency_key, request_hash } = idempotencyKey(ctx, input)
  if (idempotency_key === null) return undefined
  const since = new Date(ctx.now().getTime() - IDEMPOTENCY_KEY_TTL_MS).toISOString()
  const row = await records.findByKey(ctx.db, {
    user_id: ctx.actor.id,
    key: idempotency_key,
    since,
    until: latestPlausible(ctx.now(), IDEMPOTENCY_KEY_TTL_MS),
  })
  if (row && row.request_hash !== request_hash) throw new AppError('request.key_reused')
  return row
}

/** Stores a record within the limits; returns its id, or the id of the record that the same key created meanwhile. */
async function storeRecord(
  ctx: Context,
  input: MessageInput,
  chat: chats.ChatRow,
  record: records.RecordRow,
): Promise<string> {
  const concurrent = await findRecordByKey(ctx, input)
  if (concurrent) return concurrent.id
  await requireQuota(ctx)
  if (await records.findWriting(ctx.db, chat.id)) throw new AppError('chat.busy')
  if (!(await records.insert(ctx.db, record))) throw new AppError('chat.busy')
  const title = chat.title === '' ? { title: chatTitle(record) } : {}
  // The papers become the default subject of later questions.
  const about = input.paper_id_list.length > 0 ? { paper_ids: JSON.stringify(input.paper_id_list) } : {}
  await chats.incrementRecords(ctx.db, chat.id, { updated_at: record.created_at, ...title, ...about })
  return record.id
}

/**
 * Checks the limits of running answers and of messages per minute.
 *
 * @throws AppError `chat.too_many_runs`; `chat.too_fast`.
 */
async function requireQuota(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  const since = new Date(now - MINUTE_MS).toISOString()
  const period = { since, until: latestPlausible(ctx.now(), CLOCK_SKEW_MS) }
  const { running, sent, oldest } = await records.findUsage(ctx.db, ctx.actor.id, period)
  if (running >= MAX_CONCURRENT_RUNS) throw new AppError('chat.too_many_runs', { limit: MAX_CONCURRENT_RUNS })
  const limit = MAX_MESSAGES_PER_MINUTE * ctx.config.RATE_LIMIT_SCALE
  if (sent < limit) return
  const retry_after = Math.ceil((Date.parse(oldest ?? since) + MINUTE_MS - now) / 1000)
  throw new AppError('chat.too_fast', { limit, retry_after })
}

/**
 * Returns the title of a new chat: the question, or for the standard summary question the title of its paper, since the
 * question is the same for every paper.
 */
function chatTitle({ question, attachments }: records.RecordRow): string {
  const attached: OutputOf<typeof api.chat.record>['attachments'] = JSON.parse(attachments)
  const [only] = attached
  const isSummary = question === SUMMARY_QUESTION && only?.kind === 'paper' && attached.length === 1
  const title = isSummary ? `解读：${textWithoutMarkup(only.name)}` : question
  const characters = [...title.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_TITLE_CHARS
    ? `${characters.slice(0, MAX_TITLE_CHARS).join('')}…`
    : characters.join('')
}

/** Starts the generation of an answer, which continues when the client disconnects. */
function beginRun(ctx: Context, chatQuestion: ChatQuestion, { task, notices }: PreparedTask): void {
  const runs = answerRunsOf(ctx)
  const { chat_id, record_id, application_id } = chatQuestion
  const run = runs.begin(record_id, (signal) =>
    trackDocuments(record_id, runs.answerer({ ...ctx, stream: { after: 0, signal } }, task, signal)),
  )
  const engine = task.model ? 'model' : 'extractive'
  const model = task.model?.id ?? null
  void run.emit({
    event: 'meta',
    data: { chat_id, chat_record_id: record_id, application_id, model, engine },
  })
  for (const text of notices) void run.emit({ event: 'status', data: { text } })
}
