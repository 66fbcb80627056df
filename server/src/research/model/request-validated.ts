import { z } from 'zod'
import { generateText } from '../../models/prompts/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'
import { type ModelCall, UnusableOutput, WRONG_FORM } from './model-call.ts'

/** A request whose answer must have a certain form. */
interface ValidatedRequest<Output> {
  messages: ModelMessage[]
  max_tokens: number
  /** Time limit of one answer of the model, in milliseconds. */
  within_ms: number
  /**
   * Parses the text of the model.
   *
   * @throws UnusableOutput with a description of the error.
   */
  read: (text: string) => Output
}

/**
 * Requests output of a certain form from a language model. An unusable answer is reported to the model once, for a
 * second attempt.
 *
 * @returns the parsed output, and whether it came from the second attempt.
 * @throws UnusableOutput when the second answer is unusable too; ModelFault; TimeoutError; the reason of the signal.
 */
export async function requestValidated<Output>(
  { model, signal, usage, timeout_ms, time_scale, count }: ModelCall,
  { messages, max_tokens, within_ms, read }: ValidatedRequest<Output>,
): Promise<{ output: Output; isSecondAttempt: boolean }> {
  const ask = (messages: ModelMessage[]) => {
    const request = { messages, temperature: 0, max_tokens }
    count.calls += 1
    const limit_ms = Math.min(within_ms * time_scale, timeout_ms)
    return generateText(model, request, { signal, within_ms: limit_ms, usage })
  }
  const text = await ask(messages)
  try {
    return { output: read(text), isSecondAttempt: false }
  } catch (error) {
    if (!(error instanceof UnusableOutput)) throw error
    const secondText = await ask([
      ...messages,
      { role: 'assistant', content: text.slice(0, MAX_REPEATED_CHARS) },
      { role: 'user', content: retryPrompt(error.message) },
    ])
    return { output: read(secondText), isSecondAttempt: true }
  }
}

/** Returns the message that reports an unusable answer to the model; it is sent once. */
const retryPrompt = (why: string) =>
  `Your answer cannot be used: ${why}. Answer again, exactly in the form that was asked for, and write nothing else.`

/** Length to which the unusable answer is cut in the second request, in characters. */
const MAX_REPEATED_CHARS = 4_000

/**
 * Parses the JSON object in a model's output; surrounding text is ignored.
 *
 * @throws UnusableOutput when there is no such object.
 */
export function parseJsonObject(text: string): unknown {
  const value = readStructuredReply(text, z.record(z.string(), z.unknown()))
  if (value === null) throw new UnusableOutput(WRONG_FORM)
  return value
}
