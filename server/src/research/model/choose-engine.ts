import { requireDataset } from '../../knowledge/datasets/index.ts'
import { getChatModel, modelWithConsent, requireConsent } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { ResearchRequest } from '../run/research.ts'

/** Value of `model` that requests a report made of quotations, without a language model. */
const EXTRACTIVE = 'extractive'

/** A model that may be used, with the host that text is sent to. */
export type RunModel = NonNullable<Awaited<ReturnType<typeof getChatModel>>>

type EngineRequest = Pick<ResearchRequest, 'application_id' | 'model' | 'sources' | 'outside'>

/** The engine of a research run, with notices for the reader about the choice. */
interface ResearchEngine {
  /** Null means the extractive engine. */
  model: ChatModel | null
  notices: string[]
}

const EXTERNAL_MODEL_FORBIDDEN_NOTICE =
  '所选的知识库不向外部模型开放，没有使用模型；管理者可以在知识库的「更多操作」里打开「外部模型」'
const NO_CONSENT_NOTICE = '您没有同意把文字发给外部模型，没有使用模型'

/**
 * Chooses the engine with which a research run starts: the requested model, else the one of the application.
 *
 * @param options `unasked`: the user cannot be asked for consent; without consent to an external model the
 *   run then uses no model.
 * @throws AppError `model.not_found`; `model.outside` when the user has not agreed to send text to the model's host.
 */
export async function chooseEngine(
  ctx: Context,
  request: EngineRequest,
  { unasked }: { unasked: boolean },
): Promise<ResearchEngine> {
  if (request.model === EXTRACTIVE) return { model: null, notices: [] }
  const model = await getChatModel(ctx, request.application_id, request.model ?? null)
  if (!model) return { model: null, notices: [] }
  if (await forbidsModel(ctx, model, request))
    return { model: null, notices: [EXTERNAL_MODEL_FORBIDDEN_NOTICE] }
  if (unasked && !(await modelWithConsent(ctx, model))) return { model: null, notices: [NO_CONSENT_NOTICE] }
  await requireConsent(ctx, model)
  return { model, notices: [] }
}

/**
 * Returns the model of a resumed run, checked against the user's present permissions.
 *
 * @throws AppError with a Chinese message when the user may no longer use the model; `model.closed` when the model has
 * become external or a knowledge base forbids external models.
 */
export async function requireModel(ctx: Context, request: EngineRequest): Promise<RunModel> {
  const model = await getChatModel(ctx, request.application_id, request.model ?? null)
  if (!model) throw new AppError('model.not_found')
  await requireConsent(ctx, model)
  // Text that was found while the model was internal must not leave the system.
  const becameExternal = model.external && request.outside !== true
  if (becameExternal || (await forbidsModel(ctx, model, request))) throw new AppError('model.closed')
  return model
}

/** Returns whether the model is external and one of the selected knowledge bases forbids external models. */
async function forbidsModel(ctx: Context, model: ChatModel, { sources }: EngineRequest): Promise<boolean> {
  return model.external && (await hasRestrictedDataset(ctx, sources))
}

/** Returns whether one of the selected knowledge bases forbids external models and tools. */
export async function hasRestrictedDataset(
  ctx: Context,
  { dataset_ids }: Pick<EngineRequest['sources'], 'dataset_ids'>,
): Promise<boolean> {
  for (const id of dataset_ids)
    if ((await requireDataset(ctx, id, 'read')).external_model_allowed === 0) return true
  return false
}
