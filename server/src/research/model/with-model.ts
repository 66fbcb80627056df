import { type ModelFallback, RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { addUsage, noUsage, type Usage } from '../../answers/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { modelNow } from './choose.ts'

/** What a model answered cannot be used; the message says why, in Chinese. */
export class Unusable extends Error {}

/** A part of a research that its model is to do. */
export type Part = Omit<ModelFallback, 'reason'>

/** With what a part is done. */
export interface Asking {
  model: ChatModel
  /** Part of the delimiters, so that no document can know them. */
  nonce: string
  signal: AbortSignal
  usage: Usage
  /** So long may the whole part take. */
  most_ms: number
}

const NO_TIME = `模型已用满 ${RESEARCH_LIMITS.model_ms / 60_000} 分钟`
const FAILED = '调用模型时出错'

/**
 * Has the model of a research do a part of it. What fails is told as a fallback with its reason, and whoever asked goes on
 * without; a part that was told so is not asked for again where the work goes on after an interruption.
 *
 * @returns null where no model does it.
 * @throws the signal's reason.
 */
export async function* withModel<Made>(
  { ctx, request, signal, state }: Research,
  part: Part,
  work: (asking: Asking) => Promise<Made>,
): AsyncGenerator<ResearchEvent, Made | null> {
  const { engine, fallbacks, model_ms } = state()
  const isGivenUp = fallbacks.some(({ task, about }) => task === part.task && about === part.about)
  if (engine !== 'model' || isGivenUp) return null
  const began = ctx.now().getTime()
  const usage = noUsage()
  const told = () => spent(state(), usage, ctx.now().getTime() - began)
  try {
    const most_ms = RESEARCH_LIMITS.model_ms - model_ms
    if (most_ms <= 0) throw new Unusable(NO_TIME)
    const model = await modelNow(ctx, request)
    const made = await work({ model, nonce: ctx.newId().slice(-10), signal, usage, most_ms })
    yield told()
    return made
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, task: part.task }, 'a research goes on without a part of its model')
    yield told()
    yield say('fallback', { ...part, reason: reasonOf(error) })
    return null
  }
}

function spent(
  { usage: before, model_ms }: ReturnType<Research['state']>,
  more: Usage,
  took: number,
): ResearchEvent {
  const usage = before ? { ...before } : noUsage()
  addUsage(usage, more)
  return say('usage', { usage, model_ms: model_ms + Math.max(0, took) })
}

/** Why, as its reader is told; what is ours stays out of sight. */
function reasonOf(error: unknown): string {
  if (error instanceof Unusable || error instanceof ModelFault || error instanceof AppError)
    return error.message.replace(/[。；，]请[^。]{0,40}。?$|。$/u, '')
  return (error as { name?: string }).name === 'TimeoutError' ? '模型没有在限定的时间内答完' : FAILED
}
