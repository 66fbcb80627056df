import type { FacetSizes } from '../engine/facets.ts'
import type { Completions } from '../port.ts'
import { type CompleterNews, createCompleter } from './completer.ts'

/** What the thread that completes texts is told and asked. */
export type CompleterAsk =
  | { ask: 'take'; news: CompleterNews }
  | { ask: 'complete'; id: number; text: string; sizes: FacetSizes }

export type CompleterAnswer = { id: number; completions: Completions } | { id: number; error: string }

/** A completer that is asked by messages; one that fails says so. */
export function createAnswering() {
  const completer = createCompleter()
  return {
    prepare: completer.prepare,
    answer(message: CompleterAsk): CompleterAnswer | null {
      if (message.ask === 'take') {
        completer.take(message.news)
        return null
      }
      const { id, text, sizes } = message
      try {
        return { id, completions: completer.complete(text, sizes) }
      } catch (error) {
        return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      }
    },
  }
}
