import { requireDataset } from '../../knowledge/datasets/index.ts'
import { getChatModel, modelWithConsent, requireConsent } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { ResearchRequest } from '../research/request.ts'

/** What a person chooses to have a research made of quotes alone. */
const EXTRACTIVE = 'extractive'

type EngineRequest = Pick<ResearchRequest, 'application_id' | 'model' | 'sources' | 'outside'>

/** Which engine makes a research, and what its reader is told of that. */
interface ResearchEngine {
  /** Null: the extractive one. */
  model: ChatModel | null
  notices: string[]
}

const EXTERNAL_MODEL_FORBIDDEN =
  '所选的知识库不向外部模型开放，没有使用模型；管理者可以在知识库的「更多操作」里打开「外部模型」'
const NO_CONSENT_NOTICE = '您没有同意把文字发给外部模型，没有使用模型'

/**
 * The engine that a research begins with: the model that was asked for, else the application's.
 *
 * @param unasked somebody who cannot be asked whether text may leave goes on without a model that is outside.
 * @throws AppError `model.not_found`; `model.outside` where the person has not agreed that text goes to its host.
 */
export async function chooseEngine(
  ctx: Context,
  asked: EngineRequest,
  unasked: boolean,
): Promise<ResearchEngine> {
  if (asked.model === EXTRACTIVE) return { model: null, notices: [] }
  const model = await getChatModel(ctx, asked.application_id, asked.model ?? null)
  if (!model) return { model, notices: [] }
  if (await forbidsModel(ctx, model, asked)) return { model: null, notices: [EXTERNAL_MODEL_FORBIDDEN] }
  if (unasked && !(await modelWithConsent(ctx, model))) return { model: null, notices: [NO_CONSENT_NOTICE] }
  await requireConsent(ctx, model)
  return { model, notices: [] }
}

/**
 * The model of a research that goes on, as its person may use it now.
 *
 * @throws AppError where they may not any more, in Chinese.
 */
export async function requireModel(ctx: Context, asked: EngineRequest): Promise<ChatModel> {
  const model = await getChatModel(ctx, asked.application_id, asked.model ?? null)
  if (!model) throw new AppError('model.not_found')
  await requireConsent(ctx, model)
  // What was found while the model was inside may not leave.
  const isMoved = model.external && asked.outside !== true
  if (isMoved || (await forbidsModel(ctx, model, asked))) throw new AppError('model.closed')
  return model
}

/** Whether a knowledge base that is asked lets nothing go to a model outside. */
async function forbidsModel(ctx: Context, model: ChatModel, { sources }: EngineRequest): Promise<boolean> {
  return model.external && (await hasRestrictedDataset(ctx, sources))
}

/** Whether one of the knowledge bases that are asked lets nothing go to models and tools outside. */
export async function hasRestrictedDataset(
  ctx: Context,
  { dataset_ids }: Pick<EngineRequest['sources'], 'dataset_ids'>,
): Promise<boolean> {
  for (const id of dataset_ids)
    if ((await requireDataset(ctx, id, 'read')).external_model_allowed === 0) return true
  return false
}
