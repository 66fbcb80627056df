import { generateText } from '../../answers/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { type ModelCall, UnusableOutput } from './with-model.ts'

interface ValidatedRequest<Made> {
  messages: ModelMessage[]
  max_tokens: number
  /** So long may one answer take. */
  within_ms: number
  /** Reads what the model said. @throws Unusable with what is wrong with it. */
  read: (said: string) => Made
}

/** What was not usable is told once, with what is wrong. */
const retryPrompt = (why: string) =>
  `Your answer cannot be used: ${why}. Answer again, exactly in the form that was asked for, and write nothing else.`
const MAX_REPEATED_CHARS = 4_000

/**
 * Asks a model for something of a certain form; what cannot be used it may put right once.
 *
 * @returns what was made, and whether it had to be put right.
 * @throws Unusable where the second answer cannot be used either; ModelFault, TimeoutError, the signal's reason.
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

/** The first object in what a model wrote, whatever it wrote around it. @throws Unusable. */
export function parseJsonObject(said: string): unknown {
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')]
  if (from < 0 || to < from) throw new UnusableOutput('模型的答复不是约定的格式')
  try {
    return JSON.parse(said.slice(from, to + 1))
  } catch {
    throw new UnusableOutput('模型的答复不是约定的格式')
  }
}
