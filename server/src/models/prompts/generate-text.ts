import type { ChatModel, ModelRequest } from '../../platform/providers/models/port.ts'

/** The tokens of a run, summed over its requests; null when the endpoint does not count them. */
export interface TokenUsage {
  prompt_tokens: number | null
  completion_tokens: number | null
}

/** Returns the usage before the first request. */
export const noUsage = (): TokenUsage => ({ prompt_tokens: null, completion_tokens: null })

/** Adds token counts to a sum; a count that is null leaves the sum as it is. */
export function addUsage(usage: TokenUsage, added: TokenUsage): void {
  usage.prompt_tokens = addTokens(usage.prompt_tokens, added.prompt_tokens)
  usage.completion_tokens = addTokens(usage.completion_tokens, added.completion_tokens)
}

const addTokens = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0))

/** Bounds the response to a small task, in UTF-16 units; reading stops there. */
const MAX_TEXT_CHARS = 20_000

/**
 * Returns the text of a model's response to a small request, without its reasoning, which is switched off where the
 * endpoint allows it, unless the request says otherwise.
 *
 * @param within_ms the time limit in milliseconds.
 * @param usage a sum to which the tokens of the request are added.
 * @throws ModelFault, the signal's reason, TimeoutError.
 */
export async function generateText(
  model: ChatModel,
  request: ModelRequest,
  { signal, within_ms, usage }: { signal: AbortSignal; within_ms: number; usage: TokenUsage },
): Promise<string> {
  const timeout = new AbortController()
  const onTimeout = () => timeout.abort(new DOMException('the model took too long', 'TimeoutError'))
  const timer = setTimeout(onTimeout, within_ms)
  const limited = AbortSignal.any([signal, timeout.signal])
  let text = ''
  try {
    for await (const part of model.stream({ without_thinking: true, ...request }, limited)) {
      limited.throwIfAborted()
      if (part.type === 'text') text += part.delta
      else if (part.type === 'text_was_reasoning') text = ''
      else if (part.type === 'usage') addUsage(usage, part)
      if (text.length > MAX_TEXT_CHARS) break
    }
    limited.throwIfAborted()
    return text
  } finally {
    clearTimeout(timer)
  }
}
