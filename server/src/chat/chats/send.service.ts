import { type AnswerEvent, emptyAnswer } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { answerColumns } from './answer-columns.ts'
import { answerRunsOf, followAnswer } from './answer-run.ts'
import type * as chats from './chat.store.ts'
import type { ChatQuestion } from './chat-question.ts'
import { requireOwnChat, requireOwnRecord } from './guard.ts'
import { trackDocuments } from './held-answers.ts'
import { findRecordByKey, idempotencyKey, type MessageInput } from './message-key.ts'
import * as records from './record.store.ts'
import { buildRequest, loadAttachments } from './request.ts'
import { storeRecord } from './store-message.ts'
import { type PreparedTask, prepareTask } from './task.ts'
import { selectThread } from './thread.ts'

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
