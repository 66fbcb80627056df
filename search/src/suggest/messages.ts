import type { Completions } from '../planning/term-index.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import { type CompleterUpdate, createCompleter } from './completer.ts'

/** What changed, without the segments, which come through their channel. */
export type CompleterChange = Omit<CompleterUpdate, 'added' | 'removed'> & { update_number: number }

/** What the thread that completes texts is told and asked. */
export type CompleterRequest =
  | ({ ask: 'take' } & CompleterChange)
  | { ask: 'complete'; id: number; text: string }

export type CompleterResponse = { id: number; completions: Completions } | { id: number; error: string }

/** What is said where looking would take too long. */
const NO_COMPLETIONS: Completions = { keyword: [], author: [], source: [], titles: [] }

/** How long the completer gets ready at a time. */
export const SLICE_MS = 10
/** The same while somebody asks: a question waits no longer, and the others have the machine three times as long. */
const SHORT_SLICE_MS = 2
const SHORT_SLICE_RESTS = 3
/** How long after a question there may be more of them. */
const QUESTION_WINDOW_MS = 1_000

/**
 * A completer that is asked by messages; one that fails says so.
 *
 * @param follow tells the segments that came and went up to an update.
 * @param now the time in milliseconds.
 */
export function createCompleterService(
  follow: (update_number: number) => Pick<CompleterUpdate, 'added' | 'removed'>,
  now = () => performance.now(),
) {
  const completer = createCompleter(now)
  let asked = Number.NEGATIVE_INFINITY
  return {
    /** Gets ready for a moment. Answers how many milliseconds to wait before the next one; null where all is ready. */
    prepare(): number | null {
      const began = now()
      const isShort = began - asked < QUESTION_WINDOW_MS
      if (!completer.prepare(isShort ? SHORT_SLICE_MS : SLICE_MS)) return null
      return isShort ? (now() - began) * SHORT_SLICE_RESTS : 0
    },
    answer(message: CompleterRequest): CompleterResponse | null {
      if (message.ask === 'take') {
        const { update_number, values, papers, merging } = message
        completer.take({ ...follow(update_number), values, papers, merging })
        return null
      }
      const { id, text } = message
      asked = now()
      try {
        return { id, completions: completer.complete(text) }
      } catch (error) {
        if (error instanceof SearchTooLong) return { id, completions: NO_COMPLETIONS }
        return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      }
    },
  }
}
