import { wholeText } from '../../answers/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { type Asking, Unusable } from './with-model.ts'

interface Wanted<Made> {
  messages: ModelMessage[]
  max_tokens: number
  /** So long may one answer take. */
  within_ms: number
  /** Reads what the model said. @throws Unusable with what is wrong with it. */
  read: (said: string) => Made
}

/** What was not usable is told once, with what is wrong. */
const AGAIN = (why: string) =>
  `Your answer cannot be used: ${why}. Answer again, exactly in the form that was asked for, and write nothing else.`
const LONGEST_REPEATED = 4_000

/**
 * Asks a model for something of a certain form; what cannot be used it may put right once.
 *
 * @returns what was made, and whether it had to be put right.
 * @throws Unusable where the second answer cannot be used either; ModelFault, TimeoutError, the signal's reason.
 */
export async function askUsable<Made>(
  { model, signal, usage, most_ms }: Asking,
  { messages, max_tokens, within_ms, read }: Wanted<Made>,
): Promise<{ made: Made; again: boolean }> {
  const ask = (messages: ModelMessage[]) => {
    const request = { messages, temperature: 0, max_tokens }
    return wholeText(model, request, { signal, within_ms: Math.min(within_ms, most_ms), usage })
  }
  const said = await ask(messages)
  try {
    return { made: read(said), again: false }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    const second = await ask([
      ...messages,
      { role: 'assistant', content: said.slice(0, LONGEST_REPEATED) },
      { role: 'user', content: AGAIN(error.message) },
    ])
    return { made: read(second), again: true }
  }
}

/** The first object in what a model wrote, whatever it wrote around it. @throws Unusable. */
export function objectIn(said: string): unknown {
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')]
  if (from < 0 || to < from) throw new Unusable('模型的答复不是约定的格式')
  try {
    return JSON.parse(said.slice(from, to + 1))
  } catch {
    throw new Unusable('模型的答复不是约定的格式')
  }
}
