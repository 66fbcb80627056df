import { RESEARCH_DEPTHS, type ResearchEvent, type ResearchState } from '@scinav/contract'
import { addUsage, noUsage, type TokenUsage } from '../../models/prompts/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { requireModel } from './choose-engine.ts'
import { type ModelCall, type ModelTask, UnusableOutput } from './model-call.ts'

/** Length of the random end of an id that delimits data in prompts, in characters. */
const NONCE_CHARS = 10
/** The end of a message that advises users: 「…，请稍后再试。」, or else its full stop. */
const ADVICE_AT_END = /[。；，]请[^。]{0,40}。?$|。$/u
/** The `AI_WAIT_SECONDS` for which the time limits of this domain are meant. */
const USUAL_WAIT_SECONDS = 60
const MODEL_FAILED = '调用模型时出错'
const MS_PER_MINUTE = 60_000
/** The unit 万 in which numbers of tokens are stated. */
const TEN_THOUSAND = 10_000

/**
 * Carries out a part of a research run with its model. A failure is emitted as a fallback event with its reason, and
 * the caller continues without a model. A part with a recorded fallback is not tried again when the run resumes after
 * an interruption.
 *
 * @returns null when no model is used or the model failed.
 * @throws the reason of the signal when the run is cancelled.
 */
export async function* withModel<Output>(
  { ctx, request, signal, state }: Research,
  task: ModelTask,
  work: (call: ModelCall) => Promise<Output>,
): AsyncGenerator<ResearchEvent, Output | null> {
  const { engine, fallbacks } = state()
  const isGivenUp = fallbacks.some((fallback) => fallback.task === task.task && fallback.about === task.about)
  if (engine !== 'model' || isGivenUp) return null
  const started_ms = ctx.now().getTime()
  const usage = noUsage()
  const count = { calls: 0 }
  const usageSoFar = () => usageEvent(state(), usage, count.calls, ctx.now().getTime() - started_ms)
  try {
    const time_scale = Math.max(1, ctx.config.AI_WAIT_SECONDS / USUAL_WAIT_SECONDS)
    const timeout_ms = remainingTime(state(), time_scale)
    const model = await requireModel(ctx, request)
    const nonce = ctx.newId().slice(-NONCE_CHARS)
    const output = await work({ model, nonce, signal, usage, timeout_ms, time_scale, count })
    yield usageSoFar()
    return output
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, task: task.task }, 'a research goes on without a part of its model')
    yield usageSoFar()
    yield researchEvent('fallback', { ...task, reason: failureReason(error) })
    return null
  }
}

/**
 * Returns the time in milliseconds that is left of the run's budget.
 *
 * @throws UnusableOutput when the time, the tokens or the requests are used up.
 */
function remainingTime({ depth, usage, model_ms, model_calls }: ResearchState, time_scale: number): number {
  const { calls, tokens, minutes } = RESEARCH_DEPTHS[depth]
  const left_ms = minutes * MS_PER_MINUTE * time_scale - model_ms
  if (left_ms <= 0)
    throw new UnusableOutput(`这次研究的预算已用完：模型用满了 ${Math.round(minutes * time_scale)} 分钟`)
  if (model_calls >= calls) throw new UnusableOutput(`这次研究的预算已用完：调用了 ${calls} 次模型`)
  const usedTokens = (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0)
  if (usedTokens >= tokens)
    throw new UnusableOutput(`这次研究的预算已用完：用满了 ${tokens / TEN_THOUSAND} 万词元`)
  return left_ms
}

/** Returns the event with the tokens, requests and the model's time of the run, to which a task adds its own. */
function usageEvent(
  { usage: before, model_ms, model_calls }: ResearchState,
  added: TokenUsage,
  calls: number,
  took_ms: number,
): ResearchEvent {
  const usage = before ? { ...before } : noUsage()
  addUsage(usage, added)
  // A clock that was set back adds nothing.
  const time = { model_ms: model_ms + Math.max(0, took_ms), calls: model_calls + calls }
  return researchEvent('usage', { usage, ...time })
}

/** Returns the reason of a failure for the reader; internal errors are reported in general terms. */
function failureReason(error: unknown): string {
  if (error instanceof UnusableOutput || error instanceof ModelFault || error instanceof AppError)
    // Within a report, advice makes no sense.
    return error.message.replace(ADVICE_AT_END, '')
  return (error as { name?: string }).name === 'TimeoutError' ? '模型没有在限定的时间内答完' : MODEL_FAILED
}
