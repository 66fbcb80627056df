import type { MessagePort } from 'node:worker_threads'
import type { Thread } from '@scinav/threads'
import type {
  FollowRequest,
  SearcherQuestion,
  SearcherResponse,
  WriterRequest,
  WriterResponse,
} from './messages.ts'
import { type JoinChannel, startReaderThread } from './segment-updates.ts'

/** The error of every request and question after the end of an index. */
export const CLOSED_MESSAGE = 'the index is closed'

/**
 * Size of a searcher's young generation. Searches become garbage as soon as they are answered, so that a larger one
 * would only use more memory.
 */
const SEARCHER_YOUNG_HEAP_MB = 12

/**
 * Wraps the writer's thread, which answers requests in order; it keeps the process alive while a request is pending.
 * Failures are responses with `error`.
 */
export function createOrderedCaller(thread: Thread<WriterRequest, WriterResponse>) {
  /** The pending requests in order, each by the function that receives its answer. */
  const waiting: ((answer: WriterResponse) => void)[] = []
  /** The error of all later requests once the thread has ended. */
  let fault: string | null = null
  /** Whether the thread has been ended by `end`. */
  let closed = false
  thread.listen({
    received(answer) {
      waiting.shift()?.(answer)
      if (waiting.length === 0) thread.keepProcess(false)
    },
    ended(error) {
      fault = closed ? CLOSED_MESSAGE : String(error)
      for (const resolve of waiting.splice(0)) resolve({ error: fault })
    },
  })
  thread.keepProcess(false)
  return {
    /**
     * Sends a request and returns its answer.
     *
     * @param ports ports within the request, which move to the thread.
     */
    send: (request: WriterRequest, ports: MessagePort[] = []) =>
      new Promise<WriterResponse>((resolve) => {
        if (fault !== null) return resolve({ error: fault })
        waiting.push(resolve)
        thread.keepProcess(true)
        thread.tell(request, ports)
      }),
    /** Ends the thread; pending and later requests are answered with `CLOSED_MESSAGE`. */
    end() {
      closed = true
      return thread.end()
    },
  }
}

/**
 * Starts and wraps a searcher's thread, whose answers carry the id of their question. When the thread dies, its pending
 * questions fail, and another one is started, unless it had not answered any question yet.
 *
 * @param lastUpdate returns the number of the last published update, which a new thread follows.
 */
export function createSearcherThread(join: JoinChannel, lastUpdate: () => number) {
  /** The pending questions by id, each with the function that receives its answer. */
  const waiting = new Map<number, (answer: SearcherResponse) => void>()
  /** Why questions are no longer answered: the thread was ended, or it cannot be started; null while they are. */
  let ended: string | null = null
  let reader = start()

  function start() {
    const started = startReaderThread<FollowRequest | SearcherQuestion, SearcherResponse>(
      new URL('./searcher-thread.ts', import.meta.url),
      join,
      {
        // The fields of its responses, see `SearcherResponse`: `{ id, answer }` and so on.
        answers: ['id answer', 'id side', 'id words', 'id error'],
        limits: { maxYoungGenerationSizeMb: SEARCHER_YOUNG_HEAP_MB },
      },
    )
    let hasAnswered = false
    started.listen({
      received(answer) {
        hasAnswered = true
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
        if (waiting.size === 0) started.keepProcess(false)
      },
      ended(fault) {
        for (const [id, resolve] of waiting) resolve({ id, error: ended ?? String(fault) })
        waiting.clear()
        // A thread that never answered would only die again.
        if (hasAnswered && ended === null) reader = start()
        else ended ??= String(fault)
      },
    })
    started.tell({ ask: 'follow', update_number: lastUpdate() })
    started.keepProcess(false)
    return started
  }

  return {
    /** Returns the number of questions that wait for an answer. */
    pendingCount: () => waiting.size,
    /** Makes the segments of an update visible to later questions; a thread started later follows it anyway. */
    follow: (update_number: number) => reader.tell({ ask: 'follow', update_number }),
    /** Answers a question; never rejects. */
    answer: (question: SearcherQuestion) =>
      new Promise<SearcherResponse>((resolve) => {
        if (ended !== null) return resolve({ id: question.id, error: ended })
        waiting.set(question.id, resolve)
        reader.keepProcess(true)
        reader.tell(question)
      }),
    /** Ends the thread; pending and later questions are answered with `CLOSED_MESSAGE`. */
    end: () => {
      ended = CLOSED_MESSAGE
      return reader.end()
    },
  }
}
