import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { startThread, type Thread } from '@scinav/threads'
import type { SchemaName } from '../index/schema.ts'
import type { IndexUpdate } from '../index/state.ts'
import { createWriter } from '../index/writer.ts'
import type {
  FollowRequest,
  SearcherQuestion,
  SearcherResponse,
  WriterRequest,
  WriterResponse,
} from './messages.ts'
import { createQueue } from './queue.ts'
import { createSearcher } from './searcher.ts'
import { type JoinChannel, startReaderThread } from './segment-updates.ts'
import { createThreadPair, isWorthSplitting } from './split-question.ts'

/** The writer and the searchers of an index, in threads of their own or in the calling thread. */
export interface IndexThreads {
  /** Sends a request to the writer; requests are answered in order. Rejects with the writer's failure. */
  write: (request: IndexWriteRequest) => Promise<IndexUpdate>
  /** Makes an update of the writer visible to the searchers. */
  publish: (update: IndexUpdate) => void
  /** Answers a question. It never rejects: a failure is an answer with `error`. */
  search: (question: SearcherQuestion) => Promise<SearcherResponse>
  /** Ends all threads; pending requests and questions then fail, and so do later ones. */
  end: () => Promise<void>
}

/** A request to the writer, except for those by which threads receive its segments. */
type IndexWriteRequest = Exclude<WriterRequest, { ask: 'join' }>

const CLOSED_MESSAGE = 'the index is closed'

/**
 * Runs writer and searcher in the calling thread, for tests; merges advance step by step, so that changes interleave
 * with them.
 */
export function createLocalIndexThreads(folder: string | null, schema: SchemaName): IndexThreads {
  const writer = createWriter({ folder, merge_step_ms: 0, schema })
  const searcher = createSearcher()
  let ended = false
  return {
    async write(request) {
      if (ended) throw new Error(CLOSED_MESSAGE)
      return request.ask === 'apply' ? writer.apply(request.changes, request.more) : writer[request.ask]()
    },
    publish: ({ added, removed }) => void searcher({ ask: 'segments', added, removed }),
    search: async (question) =>
      (ended ? null : searcher(question)) ?? { id: question.id, error: CLOSED_MESSAGE },
    async end() {
      ended = true
    },
  }
}

/** Returns the address of the module that a thread runs. */
const threadFile = (name: string) => new URL(`./${name}.ts`, import.meta.url)

/**
 * Sizes of the young generation. Papers and searches become garbage as soon as they are processed, so that a larger one
 * would only use more memory.
 */
const WRITER_YOUNG_HEAP_MB = 24
const SEARCHER_YOUNG_HEAP_MB = 12
/** Size of the writer's old generation. Below 2 GB V8 collects at twice the memory in use, above at four times. */
const WRITER_OLD_HEAP_MB = 1_900

/**
 * Starts one writer thread and `threads` searcher threads; with 0 the process only writes.
 *
 * @param folder where the index is stored; null keeps it in memory only.
 * @returns the threads, and `join`, which creates a segment channel for a further thread.
 */
export function startIndexThreads(
  folder: string | null,
  threads: number,
  schema: SchemaName,
): IndexThreads & { join: JoinChannel } {
  const writer = createOrderedCaller(
    startThread(threadFile('writer-thread'), {
      answers: ['update', 'error'],
      data: { folder, write_only: threads === 0, schema },
      limits: { maxYoungGenerationSizeMb: WRITER_YOUNG_HEAP_MB, maxOldGenerationSizeMb: WRITER_OLD_HEAP_MB },
    }),
  )
  const join: JoinChannel = () => {
    const { port1, port2 } = new MessageChannel()
    return {
      port: port1,
      begun: awaitUpdate(writer.send({ ask: 'join', port: port2 }, [port2])).then(() => {}),
    }
  }
  // Of the last published update: its number, and the number of segments.
  let [update_number, segments] = [0, 0]
  const searchers = Array.from({ length: threads }, () => createSearcherThread(join, () => update_number))
  const areIdle = createIdleDetector()
  /** Answers a search with two threads; null when there are not that many. */
  const searchInPair = createThreadPair(searchers)
  const enqueue = createQueue<SearcherQuestion, SearcherResponse>(searchers, isShortQuestion)
  return {
    join,
    write: (request) => awaitUpdate(writer.send(request)),
    publish(update) {
      if (update.update_number === update_number) return
      update_number = update.update_number
      segments = update.segments
      for (const searcher of searchers) searcher.follow(update_number)
    },
    async search(question) {
      if (!areIdle(searchers) || !searchInPair || !isWorthSplitting(question)) return enqueue(question)
      return searchInPair(question, segments)
    },
    async end() {
      await Promise.all([writer.end(), ...searchers.map((searcher) => searcher.end())])
    },
  }
}

/** Returns the update of a response; throws the error of one that failed. */
async function awaitUpdate(response: Promise<WriterResponse>): Promise<IndexUpdate> {
  const answer = await response
  if ('error' in answer) throw new Error(answer.error)
  return answer.update
}

/** Time after threads were busy during which further requests are expected. */
const CROWDED_WINDOW_MS = 100

/**
 * Creates a test whether threads have had nothing to do at the requests of the last `CROWDED_WINDOW_MS`. Only then may
 * the next search use two threads, which would otherwise delay other requests.
 */
function createIdleDetector() {
  let lastBusyAt = Number.NEGATIVE_INFINITY
  return (threads: { pendingCount: () => number }[]) => {
    const now = performance.now()
    if (threads.some((thread) => thread.pendingCount() > 0)) lastBusyAt = now
    return now - lastBusyAt > CROWDED_WINDOW_MS
  }
}

/**
 * Returns whether a question is short: a lookup of words, or a search that counts at most one facet, as suggestions do.
 */
function isShortQuestion(question: SearcherQuestion): boolean {
  return question.ask === 'words' || question.request.facets.length < 2
}

/**
 * Wraps a thread that answers requests in order; it keeps the process alive while a request is pending. Failures are
 * responses with `error`.
 */
function createOrderedCaller(thread: Thread<WriterRequest, WriterResponse>) {
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
    end() {
      closed = true
      return thread.end()
    },
  }
}

/**
 * Wraps a thread whose answers carry the id of their question. A thread that dies is replaced; its pending questions
 * fail.
 *
 * @param lastUpdate returns the number of the last published update, which a new thread follows.
 */
function createSearcherThread(join: JoinChannel, lastUpdate: () => number) {
  /** The pending questions by id, each with the function that receives its answer. */
  const waiting = new Map<number, (answer: SearcherResponse) => void>()
  /** Whether the thread has been ended or cannot be started. */
  let ended = false
  let reader = start()

  function start() {
    const started = startReaderThread<FollowRequest | SearcherQuestion, SearcherResponse>(
      threadFile('searcher-thread'),
      join,
      {
        answers: ['id answer', 'id side', 'id words', 'id error'],
        limits: { maxYoungGenerationSizeMb: SEARCHER_YOUNG_HEAP_MB },
      },
    )
    let answered = false
    started.listen({
      received(answer) {
        answered = true
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
        if (waiting.size === 0) started.keepProcess(false)
      },
      ended(fault) {
        for (const [id, resolve] of waiting) resolve({ id, error: ended ? CLOSED_MESSAGE : String(fault) })
        waiting.clear()
        // A thread that never answered would only die again.
        if (answered && !ended) reader = start()
        else ended = true
      },
    })
    started.tell({ ask: 'follow', update_number: lastUpdate() })
    started.keepProcess(false)
    return started
  }

  return {
    pendingCount: () => waiting.size,
    /** Makes the segments of an update visible to later questions. */
    follow: (update_number: number) => reader.tell({ ask: 'follow', update_number }),
    /** Answers a question; never rejects. */
    answer: (question: SearcherQuestion) =>
      new Promise<SearcherResponse>((resolve) => {
        if (ended) return resolve({ id: question.id, error: CLOSED_MESSAGE })
        waiting.set(question.id, resolve)
        reader.keepProcess(true)
        reader.tell(question)
      }),
    end: () => {
      ended = true
      return reader.end()
    },
  }
}
