import { type ModelFallback, RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { addUsage, noUsage, type TokenUsage } from '../../answers/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { Research } from '../research/research.ts'
import { researchEvent } from '../research/research-event.ts'
import { requireModel } from './choose-engine.ts'

/** What a model answered cannot be used; the message says why, in Chinese. */
export class UnusableOutput extends Error {}

/** A part of a research that its model is to do. */
export type ModelTask = Omit<ModelFallback, 'reason'>

/** With what a part is done. */
export interface ModelCall {
  model: ChatModel
  /** Part of the delimiters, so that no document can know them. */
  nonce: string
  signal: AbortSignal
  usage: TokenUsage
  /** So long may the whole part take. */
  most_ms: number
}

const MODEL_TIME_SPENT = `模型已用满 ${RESEARCH_LIMITS.model_ms / 60_000} 分钟`
const MODEL_FAILED = '调用模型时出错'

/**
 * Has the model of a research do a part of it. What fails is told as a fallback with its reason, and whoever asked goes on
 * without; a part that was told so is not asked for again where the work goes on after an interruption.
 *
 * @returns null where no model does it.
 * @throws the signal's reason.
 */
export async function* withModel<Made>(
  { ctx, request, signal, state }: Research,
  part: ModelTask,
  work: (asking: ModelCall) => Promise<Made>,
): AsyncGenerator<ResearchEvent, Made | null> {
  const { engine, fallbacks, model_ms } = state()
  const isGivenUp = fallbacks.some(({ task, about }) => task === part.task && about === part.about)
  if (engine !== 'model' || isGivenUp) return null
  const began = ctx.now().getTime()
  const usage = noUsage()
  const told = () => usageEvent(state(), usage, ctx.now().getTime() - began)
  try {
    const most_ms = RESEARCH_LIMITS.model_ms - model_ms
    if (most_ms <= 0) throw new UnusableOutput(MODEL_TIME_SPENT)
    const model = await requireModel(ctx, request)
    const made = await work({ model, nonce: ctx.newId().slice(-10), signal, usage, most_ms })
    yield told()
    return made
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, task: part.task }, 'a research goes on without a part of its model')
    yield told()
    yield researchEvent('fallback', { ...part, reason: failureReason(error) })
    return null
  }
}

function usageEvent(
  { usage: before, model_ms }: ReturnType<Research['state']>,
  more: TokenUsage,
  took: number,
): ResearchEvent {
  const usage = before ? { ...before } : noUsage()
  addUsage(usage, more)
  return researchEvent('usage', { usage, model_ms: model_ms + Math.max(0, took) })
}

/** Why, as its reader is told; what is ours stays out of sight. */
function failureReason(error: unknown): string {
  if (error instanceof UnusableOutput || error instanceof ModelFault || error instanceof AppError)
    return error.message.replace(/[。；，]请[^。]{0,40}。?$|。$/u, '')
  return (error as { name?: string }).name === 'TimeoutError' ? '模型没有在限定的时间内答完' : MODEL_FAILED
}
