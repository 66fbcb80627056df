import { generateText } from '../../answers/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { type ModelCall, UnusableOutput } from './with-model.ts'

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
