import type { Completions } from '../planning/term-index.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import { type CompleterUpdate, createCompleter } from './completer.ts'

/** A change of the index without its segments, which a thread receives through its segment channel. */
export type CompleterChange = Omit<CompleterUpdate, 'added' | 'removed'> & { update_number: number }

/** A message to the thread that completes texts: a change of the index to take over, or a text to complete. */
export type CompleterRequest =
  | ({ ask: 'take' } & CompleterChange)
  | { ask: 'complete'; id: number; text: string }

/** The answer to the completion with this id. */
export type CompleterResponse = { id: number; completions: Completions } | { id: number; error: string }

/** The answer when searching for completions exceeds its time limit: a user who types is better off without any. */
const NO_COMPLETIONS: Completions = { keyword: [], author: [], source: [], titles: [] }

/** Duration of one slice of preparation, in milliseconds. */
export const SLICE_MS = 10
/** Duration of a slice while questions arrive, which have to wait for its end, in milliseconds. */
const SHORT_SLICE_MS = 2
/** Duration of the pause after a short slice, as a multiple of the slice. */
const SHORT_SLICE_PAUSE_FACTOR = 3
/** Time after a question during which more are expected, in milliseconds. */
const QUESTION_WINDOW_MS = 1_000

/**
 * Creates a completer that answers messages; failures become error responses.
 *
 * @param follow returns the segments added and removed from its last call up to an update.
 * @param now returns the time in milliseconds.
 */
export function createCompleterService(
  follow: (update_number: number) => Pick<CompleterUpdate, 'added' | 'removed'>,
  now = () => performance.now(),
) {
  const completer = createCompleter(now)
  let lastAskedAt = Number.NEGATIVE_INFINITY
  return {
    /**
     * Runs one slice of preparation. Returns the pause before the next one in milliseconds, or null when everything is
     * prepared.
     */
    prepare(): number | null {
      const began = now()
      const isShort = began - lastAskedAt < QUESTION_WINDOW_MS
      if (!completer.prepare(isShort ? SHORT_SLICE_MS : SLICE_MS)) return null
      return isShort ? (now() - began) * SHORT_SLICE_PAUSE_FACTOR : 0
    },
    /** Returns the answer to a message; null for a change of the index. */
    answer(message: CompleterRequest): CompleterResponse | null {
      if (message.ask === 'take') {
        const { update_number, values, papers, merging } = message
        completer.update({ ...follow(update_number), values, papers, merging })
        return null
      }
      const { id, text } = message
      lastAskedAt = now()
      try {
        return { id, completions: completer.complete(text) }
      } catch (error) {
        if (error instanceof SearchTooLong) return { id, completions: NO_COMPLETIONS }
        return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      }
    },
  }
}
