import { MessageChannel } from 'node:worker_threads'
import { startThread } from '@scinav/threads'
import type { SchemaName } from '../index/schema.ts'
import type { IndexUpdate } from '../index/state.ts'
import { createWriter } from '../index/writer.ts'
import { CLOSED_MESSAGE, createOrderedCaller, createSearcherThread } from './callers.ts'
import type { SearcherQuestion, SearcherResponse, WriterRequest, WriterResponse } from './messages.ts'
import { createQueue } from './queue.ts'
import { createSearcher } from './searcher.ts'
import type { JoinChannel } from './segment-updates.ts'
import { createThreadPair, isWorthSplitting } from './split-question.ts'

/** The writer and the searchers of an index; they run in threads of their own or in the calling thread. */
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

/**
 * Size of the writer's young generation. Papers become garbage as soon as they are processed, so a larger one would
 * only use more memory.
 */
const WRITER_YOUNG_HEAP_MB = 24
/** Size of the writer's old generation. Below 2 GB V8 collects at twice the memory in use, above at four times. */
const WRITER_OLD_HEAP_MB = 1_900

/** How long after the first searcher the others start at the latest; they start once it has answered a question. */
const OTHERS_DELAY_MS = 1_000

/** Message of queries to an index that was opened only to write. */
const WRITE_ONLY_MESSAGE = 'this index was opened only to write'

/**
 * Starts one writer thread and `searcherCount` searcher threads. With 0 the process only writes, and searches fail.
 *
 * @param folder where the index is stored; null keeps it in memory only.
 * @returns the threads, and `join`, which opens a port on which a further thread receives the writer's segments. Its
 *   `begun` resolves when the writer has sent the current ones.
 */
export function startIndexThreads(
  folder: string | null,
  searcherCount: number,
  schema: SchemaName,
): IndexThreads & { join: JoinChannel } {
  const writer = createOrderedCaller(
    startThread(new URL('./writer-thread.ts', import.meta.url), {
      // The fields of its responses: `{ update }` or `{ error }`.
      answers: ['update', 'error'],
      data: { folder, write_only: searcherCount === 0, schema },
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
  let update_number = 0
  /** Number of segments of the index after the last published update. */
  let segment_count = 0
  const startSearcher = () => createSearcherThread(join, () => update_number)
  /** The started searchers: one at first, so that the others do not delay the first answer. */
  const searchers = searcherCount > 0 ? [startSearcher()] : []
  const areIdle = createIdleDetector()
  /** Answers a search with two threads; null while there are not that many. */
  let searchInPair = createThreadPair(searchers)
  let hasEnded = false
  const startOthers = () => {
    clearTimeout(othersTimer)
    while (searchers.length < searcherCount && !hasEnded) searchers.push(startSearcher())
    searchInPair ??= createThreadPair(searchers)
  }
  const othersTimer = setTimeout(startOthers, OTHERS_DELAY_MS).unref()
  // Short questions overtake long ones that wait.
  const enqueue = createQueue<SearcherQuestion, SearcherResponse>(searchers, isShortQuestion)
  return {
    join,
    write: (request) => awaitUpdate(writer.send(request)),
    publish(update) {
      if (update.update_number === update_number) return
      update_number = update.update_number
      segment_count = update.segments
      for (const searcher of searchers) searcher.follow(update_number)
    },
    async search(question) {
      if (searcherCount === 0) return { id: question.id, error: WRITE_ONLY_MESSAGE }
      if (areIdle(searchers) && searchInPair && isWorthSplitting(question))
        return searchInPair(question, segment_count)
      return enqueue(question).finally(startOthers)
    },
    async end() {
      hasEnded = true
      clearTimeout(othersTimer)
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

/** Time after threads were last seen busy during which further requests are expected. */
const CROWDED_WINDOW_MS = 100

/**
 * Creates a test to be called at each request. It returns whether all threads have been without questions at this
 * request and at those of the last `CROWDED_WINDOW_MS`. Only then may a search use two threads; otherwise that would
 * delay others.
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
