import type { ChatModel, ModelRequest } from '../platform/providers/models/port.ts'

/** Tokens of a run, summed over what it asked of the model; null where the endpoint does not count. */
export interface TokenUsage {
  prompt_tokens: number | null
  completion_tokens: number | null
}

export const noUsage = (): TokenUsage => ({ prompt_tokens: null, completion_tokens: null })

export function addUsage(usage: TokenUsage, more: TokenUsage): void {
  usage.prompt_tokens = addTokens(usage.prompt_tokens, more.prompt_tokens)
  usage.completion_tokens = addTokens(usage.completion_tokens, more.completion_tokens)
}

const addTokens = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0))

/** What is longer than this is no answer to a small task. */
const MAX_TEXT_CHARS = 20_000

/**
 * All that a model says to one small request, without its reasoning.
 *
 * @param within_ms after so long nobody waits for it any more.
 * @throws ModelFault, the signal's reason, TimeoutError.
 */
export async function generateText(
  model: ChatModel,
  request: ModelRequest,
  { signal, within_ms, usage }: { signal: AbortSignal; within_ms: number; usage: TokenUsage },
): Promise<string> {
  const own = new AbortController()
  const late = () => own.abort(new DOMException('the model took too long', 'TimeoutError'))
  const timer = setTimeout(late, within_ms)
  const time = AbortSignal.any([signal, own.signal])
  let text = ''
  try {
    for await (const part of model.stream(request, time)) {
      time.throwIfAborted()
      if (part.type === 'text') text += part.delta
      else if (part.type === 'text_was_reasoning') text = ''
      else if (part.type === 'usage') addUsage(usage, part)
      if (text.length > MAX_TEXT_CHARS) break
    }
    time.throwIfAborted()
    return text
  } finally {
    clearTimeout(timer)
  }
}
