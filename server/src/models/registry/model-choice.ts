import { getSetting } from '../../account/user/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from '../../platform/providers/models/port.ts'
import {
  findCheckModel,
  type KnownModel,
  listKnownModels,
  listUsableModels,
  modelEndpoint,
} from './known-models.ts'
import * as models from './model.store.ts'
import { type ModelUserContext, meterChatModel, meterEmbeddingModel, meterRerankModel } from './quota.ts'

/** The host to which text for a model is sent; null when it does not leave the institution. */
export interface ExternalHost {
  host: string | null
}

/** A model that a person may choose. */
interface ModelChoice {
  id: string
  name: string
  /** Whether it answers when none is requested. */
  default: boolean
  available: boolean
  /** Why it is not available, in Chinese. */
  reason: string | null
  external: boolean
  /** The host to which text is sent; null when it does not leave. */
  host: string | null
}

const externalHost = ({ external, base_url }: KnownModel) => (external ? new URL(base_url).host : null)

/**
 * Returns the model that answers for an application: the requested one, else the application's default, else the
 * general default. Null when there is none: then the extractive engine answers. Its use counts against the caller's
 * tokens of the day. Do not call it inside a transaction.
 *
 * @throws AppError `model.not_found` when the application may not use the requested one; `secret.unreadable`.
 */
export async function getChatModel(
  ctx: ModelUserContext,
  application_id: string,
  model_id: string | null,
): Promise<(ChatModel & ExternalHost) | null> {
  const { list, default_id } = await loadAllowedModels(ctx, application_id)
  const active = list.filter((model) => model.active)
  const requested = active.find((model) => model.id === (model_id ?? default_id))
  if (model_id !== null && !requested) throw new AppError('model.not_found')
  const chosen = requested ?? active[0]
  if (!chosen) return null
  return {
    ...meterChatModel(ctx, ctx.providers.models.chat(modelEndpoint(chosen))),
    host: externalHost(chosen),
  }
}

/** The person's setting that switches the check of citations off, with the value `false`. */
const CHECK_SETTING = { key: 'citation-check', type: 'chat' }

/**
 * Returns the model that checks the citations of answers by the model `answering`: that of `AI_CHECK_MODEL`, else
 * `answering` itself. The former is used only if it works, if it is not external while `answering` is internal, and if
 * the person has agreed to its host. Null when no model answers, and when the operator or the person has switched the
 * check off.
 */
export async function getCheckModel(
  ctx: Context,
  answering: (ChatModel & ExternalHost) | null,
): Promise<(ChatModel & ExternalHost) | null> {
  if (!answering || ctx.config.AI_CITATION_CHECK === 'words') return null
  if ((await getSetting(ctx, CHECK_SETTING)) === false) return null
  const known = await findCheckModel(ctx)
  if (!known || modelProblem(known) !== null) return answering
  if (known.external && !answering.external) return answering
  const model = meterChatModel(ctx, ctx.providers.models.chat(modelEndpoint(known)))
  return (await modelWithConsent(ctx, { ...model, host: externalHost(known) })) ?? answering
}

/** Lists the models that an application may use, its default marked; inactive ones have a reason. */
export async function listModelChoices(ctx: Context, application_id: string): Promise<ModelChoice[]> {
  const { list, default_id } = await loadAllowedModels(ctx, application_id)
  const chosen =
    list.find((model) => model.active && model.id === default_id) ?? list.find(({ active }) => active)
  return list.map((model) => {
    const reason = model.active ? modelProblem(model) : '已由管理员停用'
    const { id, name, external } = model
    const availability = { available: reason === null, reason, external, host: externalHost(model) }
    return { id, name, default: model === chosen, ...availability }
  })
}

/** Creates a function that tells whether an application has a usable model. */
export async function createAvailabilityCheck(
  ctx: Pick<BaseContext, 'db' | 'config'>,
): Promise<(application_id: string) => boolean> {
  const usable = (await listUsableModels(ctx, 'chat')).filter((model) => modelProblem(model) === null)
  const ids = new Set(usable.map(({ id }) => id))
  const restrictions = Map.groupBy(await models.listMappings(ctx.db), (row) => row.application_id)
  return (application_id) => {
    const allowed = restrictions.get(application_id)
    return allowed ? allowed.some(({ model_id }) => ids.has(model_id)) : ids.size > 0
  }
}

/** Returns why a model cannot be used although it is configured, or null. */
export function modelProblem(model: KnownModel): string | null {
  try {
    model.key()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/**
 * Returns the chat models that an application may use, active ones first, and the id of its own default, or null. One
 * without restrictions may use every model.
 */
async function loadAllowedModels(ctx: BaseContext, application_id: string) {
  const rows = await models.listMapping(ctx.db, application_id)
  const active = await listUsableModels(ctx, 'chat')
  const inactive = (await listKnownModels(ctx)).filter((model) => model.kind === 'chat' && !model.active)
  const candidates = [...active, ...inactive]
  const default_id = rows.find((row) => row.is_default === 1)?.model_id ?? null
  if (rows.length === 0) return { list: candidates, default_id }
  const ids = new Set(rows.map((row) => row.model_id))
  return { list: candidates.filter((model) => ids.has(model.id)), default_id }
}

/** Returns the embedding model for a person, null without one; its use counts against their tokens of the day. */
export async function getEmbeddingModel(
  ctx: ModelUserContext,
): Promise<(EmbeddingModel & ExternalHost) | null> {
  const model = await getLibraryEmbeddingModel(ctx)
  return model && { ...meterEmbeddingModel(ctx, model), host: model.host }
}

/** Returns the reranker for a person, null without one; its use counts against their tokens of the day. */
export async function getRerankModel(ctx: ModelUserContext): Promise<(RerankModel & ExternalHost) | null> {
  const model = await getLibraryRerankModel(ctx)
  return model && { ...meterRerankModel(ctx, model), host: model.host }
}

/** Lists the external hosts to which a search sends its query: those of the embedding model and of the reranker. */
export async function listSearchHosts(ctx: BaseContext): Promise<string[]> {
  const [embedding] = await listUsableModels(ctx, 'embedding')
  const [rerank] = await listUsableModels(ctx, 'rerank')
  const hosts = [embedding, rerank].flatMap((model) => (model && externalHost(model)) ?? [])
  return [...new Set(hosts)]
}

/**
 * Returns the embedding model for the library's own use, on nobody's account; null when there is none. When its key
 * cannot be read, every use fails with a ModelFault: a search then continues by words, and reports it.
 */
export async function getLibraryEmbeddingModel(
  ctx: BaseContext,
): Promise<(EmbeddingModel & ExternalHost) | null> {
  const [chosen] = await listUsableModels(ctx, 'embedding')
  if (!chosen) return null
  const { external } = chosen
  const fault = modelFault(chosen)
  const host = externalHost(chosen)
  if (fault) return { id: chosen.model, external, host, embed: () => Promise.reject(fault) }
  const endpoint = { ...modelEndpoint(chosen), roles: ctx.config.AI_EMBEDDING_ROLES }
  return { ...ctx.providers.models.embedding(endpoint), host }
}

/**
 * Returns the reranker for the library's own use; null when there is none. An unreadable key is handled as in
 * `getLibraryEmbeddingModel`.
 */
export async function getLibraryRerankModel(ctx: BaseContext): Promise<(RerankModel & ExternalHost) | null> {
  const [chosen] = await listUsableModels(ctx, 'rerank')
  if (!chosen) return null
  const { external } = chosen
  const fault = modelFault(chosen)
  const host = externalHost(chosen)
  if (fault) return { id: chosen.id, external, host, rerank: () => Promise.reject(fault) }
  return { ...ctx.providers.models.rerank(modelEndpoint(chosen)), host }
}

/** Returns the problem of a model as the fault of a call; null when it can be used. */
function modelFault(model: KnownModel): ModelFault | null {
  const problem = modelProblem(model)
  return problem ? new ModelFault('provider_auth', problem, false) : null
}

/** The setting with the external hosts to which a person has agreed to send text. */
const CONSENT_SETTING = { key: 'outside-models', type: 'chat' }

/** Returns the external hosts to which a person has agreed to send text. */
async function listAgreedHosts(ctx: Context): Promise<string[]> {
  const stored = await getSetting(ctx, CONSENT_SETTING)
  return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : []
}

/**
 * Checks that a person has been told to which external host their text is sent, and has agreed; once per host.
 *
 * @throws AppError `model.outside` with the host and the model's name when they have not.
 */
export async function requireConsent(
  ctx: Context,
  { name, host }: ExternalHost & { name: string },
): Promise<void> {
  if (host === null || (await listAgreedHosts(ctx)).includes(host)) return
  throw new AppError('model.outside', { host, model: name })
}

/** Returns an auxiliary model if the person has agreed to its host, else null: the work continues without it. */
export async function modelWithConsent<Model extends ExternalHost>(
  ctx: Context,
  model: Model | null,
): Promise<Model | null> {
  if (!model?.host) return model
  return (await listAgreedHosts(ctx)).includes(model.host) ? model : null
}
