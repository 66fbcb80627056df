import type { ChatModel, ModelMessage, ModelRequest } from '../../platform/providers/models/port.ts'
import { generateText, type TokenUsage } from './generate-text.ts'

/** A small request whose reply must have a certain form. */
export interface StructuredRequest<Reply>
  extends Required<Pick<ModelRequest, 'max_tokens' | 'reply_schema'>> {
  messages: ModelMessage[]
  /** Reads the reply; returns null when the text cannot be read. */
  read: (text: string) => Reply | null
}

/** Bounds the unreadable reply in the second request, in UTF-16 units. */
const MAX_REPEATED_CHARS = 1_000
const ASK_AGAIN =
  'That could not be read: it is not the JSON object that was asked for. Write only the JSON object, complete.'

/**
 * Asks a model for a reply of a certain form. One that cannot be read is asked for once more, briefly.
 *
 * @param within_ms the time for both requests, in milliseconds.
 * @returns null when the second reply cannot be read either.
 * @throws ModelFault, the signal's reason, TimeoutError.
 */
export async function requestStructured<Reply>(
  model: ChatModel,
  { messages, max_tokens, reply_schema, read }: StructuredRequest<Reply>,
  { signal, within_ms, usage }: { signal: AbortSignal; within_ms: number; usage: TokenUsage },
): Promise<Reply | null> {
  const deadline = performance.now() + within_ms
  const ask = (messages: ModelMessage[]) => {
    const remaining_ms = Math.max(0, deadline - performance.now())
    const request = { messages, temperature: 0, max_tokens, reply_schema }
    return generateText(model, request, { signal, within_ms: remaining_ms, usage })
  }
  const text = await ask(messages)
  const askAgain = (): Promise<string> =>
    ask([
      ...messages,
      { role: 'assistant', content: text.slice(0, MAX_REPEATED_CHARS) },
      { role: 'user', content: ASK_AGAIN },
    ])
  return read(text) ?? read(await askAgain())
}

/** Returns the JSON Schema of an object that has exactly these properties, as strict endpoints demand it. */
export const objectSchema = (properties: Record<string, object>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
