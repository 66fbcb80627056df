import type { AnswerTask } from '../answers/answer.service.ts'
import type { Context } from '../context.ts'
import { requireDataset } from '../datasets/role.service.ts'
import { AppError } from '../errors.ts'
import { toolsFor } from '../mcp/tools.service.ts'
import { chatModelFor, embeddingModelFor, rerankModelFor } from '../models/choose.service.ts'
import type { ChatModel } from '../providers/models/port.ts'
import { applicationById, instructionsFor, isGrounded } from '../tools/applications.service.ts'
import * as approvals from './approval.store.ts'
import * as records from './record.store.ts'
import type { Request } from './request.service.ts'
import { runsOf } from './runs.ts'
import { pathTo } from './thread.ts'

/** Earlier questions that an answer is told. */
const REMEMBERED = 10
const HAN = /\p{Script=Han}/u

interface Asked {
  record_id: string
  chat_id: string
  application_id: string
  parent_id: string | null
  question: string
  request: Request
}

const CLOSED = '这个知识库不向外部模型开放：以下内容没有使用模型'

/** What is to be answered, and what the answer is to be read with from the start. */
export interface Prepared {
  task: AnswerTask
  notices: string[]
}

/**
 * Everything an answer depends on.
 *
 * @throws AppError `model.missing` where nothing of the application works without a model, `input.invalid` where its
 * form is not filled in.
 */
export async function taskOf(ctx: Context, asked: Asked): Promise<Prepared> {
  const { application_id, question, request } = asked
  const chosen = await modelOf(ctx, asked)
  const isClosed = chosen !== null && (await isClosedTo(ctx, chosen, asked.request))
  const model = isClosed ? null : chosen
  const { needs_model } = await applicationById(ctx, application_id)
  if (needs_model && !model) throw new AppError('model.missing')
  const language = HAN.test(question) ? 'zh' : 'en'
  const task: AnswerTask = {
    question,
    history: await historyOf(ctx, asked),
    instructions: instructionsFor(application_id, request.inputs, language),
    grounded: isGrounded(application_id),
    scope: {
      paper_ids: request.paper_id_list,
      dataset_id: request.dataset_id ?? null,
      document_ids: request.document_ids,
      folder_ids: request.folder_ids,
      tag_ids: request.tag_ids,
      engines: request.engines,
    },
    general_knowledge: request.general_knowledge,
    model,
    embedding: await embeddingModelFor(ctx),
    rerank: await rerankModelFor(ctx),
    tools: model ? await toolsFor(ctx, request.mcp_ids) : [],
    approve: ({ call_id }) => decisionOn(ctx, asked.record_id, call_id),
  }
  return { task, notices: isClosed ? [CLOSED] : [] }
}

/** What a person chooses to be answered without a model. */
export const EXTRACTIVE = 'extractive'

/** The model that was asked for, else the application's; null for none. */
async function modelOf(ctx: Context, { application_id, request }: Asked): Promise<ChatModel | null> {
  if (request.model === EXTRACTIVE) return null
  return chatModelFor(ctx, application_id, request.model ?? null)
}

/** Whether the dataset that is asked about lets nothing go to a model outside. */
async function isClosedTo(ctx: Context, model: ChatModel, { dataset_id }: Request): Promise<boolean> {
  if (!model.external || dataset_id === undefined) return false
  return (await requireDataset(ctx, dataset_id, 'read')).external_model_allowed === 0
}

async function historyOf(ctx: Context, { chat_id, parent_id }: Asked): Promise<AnswerTask['history']> {
  const path = pathTo(await records.placesOf(ctx.db, chat_id), parent_id).slice(-REMEMBERED)
  const rows = new Map((await records.byIds(ctx.db, path)).map((row) => [row.id, row]))
  return path.flatMap((id) => {
    const row = rows.get(id)
    return row?.answer ? [{ question: row.question, answer: row.answer }] : []
  })
}

/** Waits for the person's word; asked through the stream, kept so that any process can hear it. */
async function decisionOn(ctx: Context, record_id: string, call_id: string): Promise<boolean> {
  await approvals.ask(ctx.db, { record_id, call_id, created_at: ctx.now().toISOString() })
  return runsOf(ctx).decision(record_id, call_id)
}
