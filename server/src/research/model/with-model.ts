import { type ModelFallback, RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { addUsage, generateText, noUsage, type TokenUsage } from '../../answers/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { requireModel } from './choose-engine.ts'

interface ValidatedRequest<Made> {
  messages: ModelMessage[]
  max_tokens: number
  /** Time limit of one answer of the model, in milliseconds. */
  within_ms: number
  /**
   * Parses the text of the model.
   *
   * @throws UnusableOutput with a description of the error.
   */
  read: (said: string) => Made
}

/** Returns the message that reports an unusable answer to the model; it is sent once. */
const retryPrompt = (why: string) =>
  `Your answer cannot be used: ${why}. Answer again, exactly in the form that was asked for, and write nothing else.`
const MAX_REPEATED_CHARS = 4_000

/**
 * Requests output of a certain form from a language model. An unusable answer is reported to the model once, for a
 * second attempt.
 *
 * @returns the parsed output, and whether it came from the second attempt.
 * @throws UnusableOutput when the second answer is unusable too; ModelFault; TimeoutError; the reason of the signal.
 */
export async function requestValidated<Made>(
  { model, signal, usage, most_ms }: ModelCall,
  { messages, max_tokens, within_ms, read }: ValidatedRequest<Made>,
): Promise<{ made: Made; again: boolean }> {
  const ask = (messages: ModelMessage[]) => {
    const request = { messages, temperature: 0, max_tokens }
    return generateText(model, request, { signal, within_ms: Math.min(within_ms, most_ms), usage })
  }
  const said = await ask(messages)
  try {
    return { made: read(said), again: false }
  } catch (error) {
    if (!(error instanceof UnusableOutput)) throw error
    const second = await ask([
      ...messages,
      { role: 'assistant', content: said.slice(0, MAX_REPEATED_CHARS) },
      { role: 'user', content: retryPrompt(error.message) },
    ])
    return { made: read(second), again: true }
  }
}

/**
 * Parses the JSON object between the first `{` and the last `}` of a model's output; surrounding text is ignored.
 *
 * @throws UnusableOutput when there is no such object.
 */
export function parseJsonObject(said: string): unknown {
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')]
  if (from < 0 || to < from) throw new UnusableOutput('模型的答复不是约定的格式')
  try {
    return JSON.parse(said.slice(from, to + 1))
  } catch {
    throw new UnusableOutput('模型的答复不是约定的格式')
  }
}

/** Output of a model that cannot be used; the message gives the reason in Chinese. */
export class UnusableOutput extends Error {}

/** A part of a research run that its model carries out. */
export type ModelTask = Omit<ModelFallback, 'reason'>

/** What a task needs to call the model. */
export interface ModelCall {
  model: ChatModel
  /** Random part of the delimiters in prompts, which no document can guess. */
  nonce: string
  signal: AbortSignal
  usage: TokenUsage
  /** Time limit of the whole task, in milliseconds. */
  most_ms: number
}

const MODEL_TIME_SPENT = `模型已用满 ${RESEARCH_LIMITS.model_ms / 60_000} 分钟`
const MODEL_FAILED = '调用模型时出错'

/**
 * Carries out a part of a research run with its model. A failure is emitted as a fallback event with its reason, and
 * the caller continues without a model. A part with a recorded fallback is not tried again when the run resumes after
 * an interruption.
 *
 * @returns null when no model is used or the model failed.
 * @throws the reason of the signal when the run is cancelled.
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

/** Returns the reason of a failure for the reader; internal errors are reported in general terms. */
function failureReason(error: unknown): string {
  if (error instanceof UnusableOutput || error instanceof ModelFault || error instanceof AppError)
    return error.message.replace(/[。；，]请[^。]{0,40}。?$|。$/u, '')
  return (error as { name?: string }).name === 'TimeoutError' ? '模型没有在限定的时间内答完' : MODEL_FAILED
}
