import type { AnswerTask } from '../../answers/index.ts'
import { getCheckModel, requireConsent } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import { instructionsFor, isGrounded, requireApplication, writtenLanguage } from '../applications/index.ts'
import { toolsFor } from '../mcp/index.ts'
import { answerRunsOf } from './answer-run.ts'
import * as approvals from './approval.store.ts'
import type { ChatQuestion } from './chat-question.ts'
import type { AnswerRequest } from './request.ts'
import { loadAllowedHistory } from './task-history.ts'
import { declinesModel, forbidsExternalUse, loadRetrievalModels, selectModel } from './task-models.ts'

/** Notice that a dataset keeps its texts from external models, so that none was used. */
const EXTERNAL_MODEL_FORBIDDEN =
  '这个知识库不向外部模型开放：以下内容没有使用模型。管理者可以在知识库的「更多操作」里打开「外部模型」'
/** Notice that no tools were used for the same reason. */
const NO_TOOLS_NOTICE = '这个知识库不向外部模型开放，它的内容也不能发给外部工具：这次没有使用工具'
/** Notice that the user has not agreed to send questions to the host of a retrieval model. */
const KEYWORD_SEARCH_NOTICE = '您没有同意把问题发到站外，文献只按字词查找'
/** The application whose answers take the form that suits the question; the others state their own. */
const QUESTION_APPLICATION = 'academic_qa'
const HAN_CHARACTER = /\p{Script=Han}/u

/** The task of an answer, and notices shown with it from the start. */
export interface PreparedTask {
  task: AnswerTask
  notices: string[]
}

/**
 * Collects everything that the answer to a chat question depends on: its model, sources, history, tools and form.
 *
 * @throws AppError `model.missing` when the application requires a model and none is available; `input.invalid` when
 * the form is incomplete; `model.outside` when the user has not agreed to send text to the model's host.
 */
export async function prepareTask(ctx: Context, chatQuestion: ChatQuestion): Promise<PreparedTask> {
  const { application_id, question, request } = chatQuestion
  const chosen = await selectModel(ctx, chatQuestion)
  const isConfidential = await forbidsExternalUse(ctx, chatQuestion.request)
  const isModelForbidden = chosen?.external === true && isConfidential
  const model = isModelForbidden ? null : chosen
  const { needs_model, without_model } = requireApplication(application_id)
  if (needs_model && !model) throw new AppError('model.missing')
  requirePapersChosen(application_id, request)
  if (model) await requireConsent(ctx, model)
  const language = HAN_CHARACTER.test(question) ? 'zh' : 'en'
  const retrievalModels = await loadRetrievalModels(ctx)
  const tools = model ? await allowedTools(ctx, request, isConfidential) : []
  const task: AnswerTask = {
    question,
    history: await loadAllowedHistory(ctx, chatQuestion, { model, tools }),
    instructions: instructionsFor(application_id, request.inputs, language),
    grounded: isGrounded(application_id),
    answer_language: writtenLanguage(application_id, request.inputs, question),
    has_own_form: application_id !== QUESTION_APPLICATION,
    layout: without_model,
    form: request.inputs,
    scope: answerScope(request),
    without_chips: request.without_chips ?? [],
    general_knowledge: request.general_knowledge,
    model,
    checker: await getCheckModel(ctx, model),
    spares_model: isModelForbidden || (await declinesModel(ctx, chatQuestion)),
    embedding: retrievalModels.embedding,
    rerank: retrievalModels.rerank,
    tools,
    approve: ({ call_id }) => awaitApproval(ctx, chatQuestion.record_id, call_id),
  }
  const deniedHosts = task.grounded ? retrievalModels.deniedHosts : []
  const notices = isConfidential ? confidentialityNotices(request, { chosen, model }) : []
  return { task, notices: [...notices, ...deniedHosts.map((host) => `${KEYWORD_SEARCH_NOTICE}（${host}）`)] }
}

/** Returns where the evidence of an answer is sought. */
function answerScope(request: AnswerRequest): AnswerTask['scope'] {
  const { paper_id_list, dataset_id, document_ids, file_ids, folder_ids, tag_ids, engines } = request
  return {
    paper_ids: paper_id_list,
    dataset_id: dataset_id ?? null,
    document_ids,
    file_ids,
    folder_ids,
    tag_ids,
    engines,
  }
}

/**
 * Returns the tools of an answer; none for confidential sources, since a model puts what it has read into arguments,
 * which go to external servers.
 */
const allowedTools = async (
  ctx: Context,
  { mcp_ids }: AnswerRequest,
  isConfidential: boolean,
): Promise<AnswerTask['tools']> => (isConfidential ? [] : toolsFor(ctx, mcp_ids))

/** Returns notices about models and tools that are not used because of confidential sources. */
function confidentialityNotices(
  { mcp_ids }: AnswerRequest,
  { chosen, model }: Record<'chosen' | 'model', ChatModel | null>,
): string[] {
  if (chosen && !model) return [EXTERNAL_MODEL_FORBIDDEN]
  return model && mcp_ids.length > 0 ? [NO_TOOLS_NOTICE] : []
}

/**
 * Requires papers for an application whose form has a required field for papers.
 *
 * @throws AppError `input.invalid`.
 */
function requirePapersChosen(application_id: string, request: AnswerRequest): void {
  const { paper_id_list, dataset_id, document_ids, file_ids } = request
  if (dataset_id !== undefined) return
  if (paper_id_list.length + document_ids.length + file_ids.length > 0) return
  const { inputs } = requireApplication(application_id)
  if (inputs.some(({ kind, required }) => kind === 'papers' && required))
    throw invalidInput('paper_id_list', '请先选择文献，再提问')
}

/**
 * Waits for the user's decision on a tool call. The request is emitted through the stream and stored, so that any
 * process can receive the decision.
 */
async function awaitApproval(ctx: Context, record_id: string, call_id: string): Promise<boolean> {
  await approvals.insertRequest(ctx.db, { record_id, call_id, created_at: ctx.now().toISOString() })
  return answerRunsOf(ctx).approval(record_id, call_id)
}
