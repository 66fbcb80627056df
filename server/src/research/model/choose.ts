import { requireDataset } from '../../knowledge/datasets/index.ts'
import { chatModelFor, ifAgreed, requireAgreed } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { ResearchRequest } from '../research/request.ts'

/** What a person chooses to have a research made of quotes alone. */
const EXTRACTIVE = 'extractive'

type Asked = Pick<ResearchRequest, 'application_id' | 'model' | 'sources' | 'outside'>

/** Which engine makes a research, and what its reader is told of that. */
interface Engine {
  /** Null: the extractive one. */
  model: ChatModel | null
  notices: string[]
}

const CLOSED =
  '所选的知识库不向外部模型开放，没有使用模型；管理者可以在知识库的「更多操作」里打开「外部模型」'
const NOT_AGREED = '您没有同意把文字发给外部模型，没有使用模型'

/**
 * The engine that a research begins with: the model that was asked for, else the application's.
 *
 * @param unasked somebody who cannot be asked whether text may leave goes on without a model that is outside.
 * @throws AppError `model.not_found`; `model.outside` where the person has not agreed that text goes to its host.
 */
export async function engineAtBegin(ctx: Context, asked: Asked, unasked: boolean): Promise<Engine> {
  if (asked.model === EXTRACTIVE) return { model: null, notices: [] }
  const model = await chatModelFor(ctx, asked.application_id, asked.model ?? null)
  if (!model) return { model, notices: [] }
  if (await isClosedTo(ctx, model, asked)) return { model: null, notices: [CLOSED] }
  if (unasked && !(await ifAgreed(ctx, model))) return { model: null, notices: [NOT_AGREED] }
  await requireAgreed(ctx, model)
  return { model, notices: [] }
}

/**
 * The model of a research that goes on, as its person may use it now.
 *
 * @throws AppError where they may not any more, in Chinese.
 */
export async function modelNow(ctx: Context, asked: Asked): Promise<ChatModel> {
  const model = await chatModelFor(ctx, asked.application_id, asked.model ?? null)
  if (!model) throw new AppError('model.not_found')
  await requireAgreed(ctx, model)
  // What was found while the model was inside may not leave.
  const isMoved = model.external && asked.outside !== true
  if (isMoved || (await isClosedTo(ctx, model, asked))) throw new AppError('model.closed')
  return model
}

/** Whether a knowledge base that is asked lets nothing go to a model outside. */
async function isClosedTo(ctx: Context, model: ChatModel, { sources }: Asked): Promise<boolean> {
  return model.external && (await hasClosedBase(ctx, sources))
}

/** Whether one of the knowledge bases that are asked lets nothing go to models and tools outside. */
export async function hasClosedBase(
  ctx: Context,
  { dataset_ids }: Pick<Asked['sources'], 'dataset_ids'>,
): Promise<boolean> {
  for (const id of dataset_ids)
    if ((await requireDataset(ctx, id, 'read')).external_model_allowed === 0) return true
  return false
}
