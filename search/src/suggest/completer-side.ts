import type { Thread } from '@scinav/threads'
import type { Completions } from '../planning/term-index.ts'
import { type JoinChannel, startReaderThread } from '../threads/segment-updates.ts'
import { type CompleterUpdate, createCompleter } from './completer.ts'
import {
  type CompleterChange,
  type CompleterRequest,
  type CompleterResponse,
  SLICE_MS,
} from './completer-service.ts'

/** Completes texts from an index, in a thread of its own or in the calling thread. */
export interface CompleterSide {
  /** Applies a change of the index; a thread gets the segments through its channel. */
  update: (update: CompleterUpdate & CompleterChange) => void
  /** Completes a text; rejects when that fails, or when the thread has ended. */
  complete: (text: string) => Promise<Completions>
  /** Ends the thread; completions that are pending, and later ones, are rejected. */
  end: () => Promise<void>
}

/** Completes in the calling thread, for tests. Each text is completed from fully prepared data. */
export function createLocalCompleter(): CompleterSide {
  const completer = createCompleter()
  return {
    // Preparation in the calling thread does not wait for merges, as it delays no one else.
    update: (update) => completer.update({ ...update, merging: false }),
    async complete(text) {
      while (completer.prepare(SLICE_MS));
      return completer.complete(text)
    },
    end: async () => {},
  }
}

/** The module that the thread runs. */
const THREAD_FILE = new URL('./suggest-thread.ts', import.meta.url)
/** The prepared data is small; with a larger young generation much garbage would accumulate during preparation. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8 }
/** How long after the first papers the thread starts to prepare itself: the first search has the processors until then. */
const START_DELAY_MS = 2_000
/** Message of calls after the index was closed. */
const CLOSED_MESSAGE = 'the index is closed'

/** Settles the promise of a completion. */
interface PendingCompletion {
  resolve: (completions: Completions) => void
  reject: (fault: Error) => void
}

/**
 * Completes in a thread of its own, so that typing is answered within milliseconds however many searches are queued.
 * The thread starts with the first text, or soon after the first papers, in order to be prepared, and again after a
 * failure.
 */
export function createThreadedCompleter(join: JoinChannel): CompleterSide {
  /** Pending completions by the id of their question. */
  const waiting = new Map<number, PendingCompletion>()
  /** The last change, for a thread that starts later. */
  let latest: CompleterChange | undefined
  /** The thread; undefined before its start and after a failure. */
  let reader: Thread<CompleterRequest, CompleterResponse> | undefined
  /** Number of questions so far, which is the id of the last one. */
  let questionCount = 0
  let ended = false
  /** Set while the start of the thread is planned. */
  let planned: NodeJS.Timeout | undefined

  function start() {
    clearTimeout(planned)
    planned = undefined
    const started = startReaderThread<CompleterRequest, CompleterResponse>(THREAD_FILE, join, {
      answers: ['id completions', 'id error'],
      limits: THREAD_LIMITS,
    })
    started.listen({
      received(answer) {
        const pending = waiting.get(answer.id)
        waiting.delete(answer.id)
        if ('error' in answer) pending?.reject(new Error(answer.error))
        else pending?.resolve(answer.completions)
        if (waiting.size === 0) started.keepProcess(false)
      },
      ended: (fault) => fail(ended ? new Error(CLOSED_MESSAGE) : fault),
    })
    if (latest) started.tell({ ask: 'take', ...latest })
    started.keepProcess(false)
    return started
  }

  /** Fails what is pending; the next question starts a new thread. */
  function fail(fault: Error): void {
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
    reader = undefined
  }

  return {
    update({ update_number, values, papers, merging }) {
      latest = { update_number, values, papers, merging }
      if (reader) reader.tell({ ask: 'take', ...latest })
      else if (papers > 0 && !ended)
        planned ??= setTimeout(() => {
          reader ??= start()
        }, START_DELAY_MS).unref()
    },
    complete: (text) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error(CLOSED_MESSAGE))
        reader ??= start()
        questionCount += 1
        waiting.set(questionCount, { resolve, reject })
        reader.keepProcess(true)
        reader.tell({ ask: 'complete', id: questionCount, text })
      }),
    async end() {
      ended = true
      clearTimeout(planned)
      await reader?.end()
    },
  }
}
