import { requireDataset } from '../../knowledge/datasets/index.ts'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import {
  type ExternalHost,
  getChatModel,
  getEmbeddingModel,
  getRerankModel,
  modelWithConsent,
} from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { ChatQuestion } from './chat-question.ts'
import type { AnswerRequest } from './request.ts'

/** Value of `model` that requests an answer without a language model. */
export const EXTRACTIVE = 'extractive'

/** Returns the requested model, else the application's; null when quotes were requested and when there is no model. */
export async function selectModel(
  ctx: Context,
  { application_id, request }: ChatQuestion,
): Promise<(ChatModel & ExternalHost) | null> {
  if (request.model === EXTRACTIVE) return null
  return getChatModel(ctx, application_id, request.model ?? null)
}

/** Returns whether the user requested quotations although a model is available. */
export const declinesModel = async (
  ctx: Context,
  { application_id, request }: ChatQuestion,
): Promise<boolean> =>
  request.model === EXTRACTIVE && (await getChatModel(ctx, application_id, null)) !== null

/** Returns whether the sources of a request forbid external models and tools. */
export async function forbidsExternalUse(
  ctx: Context,
  { dataset_id, document_ids }: AnswerRequest,
): Promise<boolean> {
  if (document_ids.length > 0 && !(await areOpenToModels(ctx, document_ids))) return true
  if (dataset_id === undefined) return false
  return (await requireDataset(ctx, dataset_id, 'read')).external_model_allowed === 0
}

/**
 * Returns the embedding and rerank models; a model whose host the user has not agreed to is left out, and the host is
 * returned in `deniedHosts`.
 */
export async function loadRetrievalModels(ctx: Context) {
  const configured = { embedding: await getEmbeddingModel(ctx), rerank: await getRerankModel(ctx) }
  const embedding = await modelWithConsent(ctx, configured.embedding)
  const rerank = await modelWithConsent(ctx, configured.rerank)
  const hosts = [embedding ? null : configured.embedding?.host, rerank ? null : configured.rerank?.host]
  return { embedding, rerank, deniedHosts: [...new Set(hosts.filter((host) => typeof host === 'string'))] }
}
