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

/** The writer and the searchers of an index, in threads or in the calling thread. */
export interface IndexThreads {
  /** Sends a request to the writer; requests are answered in order. Rejects with the writer's failure. */
  write: (ask: WriterQuestion) => Promise<IndexUpdate>
  /** Makes an update visible to the searchers. */
  tell: (update: IndexUpdate) => void
  ask: (ask: SearcherQuestion) => Promise<SearcherResponse>
  end: () => Promise<void>
}

type WriterQuestion = Exclude<WriterRequest, { ask: 'join' }>

const CLOSED_MESSAGE = 'the index is closed'

/**
 * Runs writer and searcher in the calling thread, for tests; merges advance step by step, so that changes interleave
 * with them.
 */
export function createLocalIndexThreads(folder: string | null, schema: SchemaName): IndexThreads {
  const writer = createWriter(folder, 0, false, schema)
  const searcher = createSearcher()
  let ended = false
  return {
    async write(message) {
      if (ended) throw new Error(CLOSED_MESSAGE)
      return message.ask === 'apply' ? writer.apply(message.changes, message.more) : writer[message.ask]()
    },
    tell: ({ added, removed }) => void searcher({ ask: 'segments', added, removed }),
    ask: async (message) => (ended ? null : searcher(message)) ?? { id: message.id, error: CLOSED_MESSAGE },
    async end() {
      ended = true
    },
  }
}

const threadFile = (name: string) => new URL(`./${name}.ts`, import.meta.url)

/**
 * Young generation sizes. Papers and searches become garbage as soon as they are processed, so a larger young
 * generation would only use more memory.
 */
const WRITER_YOUNG_HEAP_MB = 24
const SEARCHER_YOUNG_HEAP_MB = 12
/** Old generation size. Below 2 GB V8 collects at twice the memory in use, above at four times. */
const WRITER_OLD_HEAP_MB = 1_900

/** Starts one writer thread and `threads` searcher threads. */
export function startIndexThreads(
  folder: string | null,
  threads: number,
  schema: SchemaName,
): IndexThreads & { join: JoinChannel } {
  const writer = createOrderedCaller(
    startThread(threadFile('writer-thread'), {
      answers: ['update', 'error'],
      data: { folder, rests: threads === 0, schema },
      limits: { maxYoungGenerationSizeMb: WRITER_YOUNG_HEAP_MB, maxOldGenerationSizeMb: WRITER_OLD_HEAP_MB },
    }),
  )
  const join: JoinChannel = () => {
    const { port1, port2 } = new MessageChannel()
    return {
      port: port1,
      begun: awaitUpdate(writer.ask({ ask: 'join', port: port2 }, [port2])).then(() => {}),
    }
  }
  let [update_number, segments] = [0, 0]
  const searchers = Array.from({ length: threads }, () => createSearcherThread(join, () => update_number))
  const calm = createIdleDetector()
  const pair = createThreadPair(searchers)
  const queue = createQueue<SearcherQuestion, SearcherResponse>(searchers, isShortQuestion)
  return {
    join,
    write: (message) => awaitUpdate(writer.ask(message)),
    tell(update) {
      if (update.update_number === update_number) return
      update_number = update.update_number
      segments = update.segments
      for (const searcher of searchers) searcher.follow(update_number)
    },
    async ask(message) {
      if (!calm(searchers) || !pair || !isWorthSplitting(message)) return queue(message)
      return pair(message, segments)
    },
    async end() {
      await Promise.all([writer.end(), ...searchers.map((searcher) => searcher.end())])
    },
  }
}

async function awaitUpdate(answering: Promise<WriterResponse>): Promise<IndexUpdate> {
  const answer = await answering
  if ('error' in answer) throw new Error(answer.error)
  return answer.update
}

/** Time after concurrent requests during which more of them are expected. */
const CROWDED_WINDOW_MS = 100

/**
 * Detects whether the threads are idle except for the next request: only then may it use two threads, which would
 * otherwise delay other requests.
 */
function createIdleDetector() {
  let crowded = Number.NEGATIVE_INFINITY
  return (threads: { busy: () => number }[]) => {
    const now = performance.now()
    if (threads.some((thread) => thread.busy() > 0)) crowded = now
    return now - crowded > CROWDED_WINDOW_MS
  }
}

/**
 * Returns whether a question is short: word lookups and searches that count at most one facet, as used by suggestions.
 */
function isShortQuestion(question: SearcherQuestion): boolean {
  return question.ask === 'words' || question.request.facets.length < 2
}

/** Wraps a thread that answers requests in order; it keeps the process alive while a request is pending. */
function createOrderedCaller(thread: Thread<WriterRequest, WriterResponse>) {
  const waiting: ((answer: WriterResponse) => void)[] = []
  let fault: string | null = null
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
    ask: (message: WriterRequest, ports: MessagePort[] = []) =>
      new Promise<WriterResponse>((resolve) => {
        if (fault !== null) return resolve({ error: fault })
        waiting.push(resolve)
        thread.keepProcess(true)
        thread.tell(message, ports)
      }),
    end() {
      closed = true
      return thread.end()
    },
  }
}

/**
 * Wraps a thread whose answers carry the number of their question. A thread that dies is replaced; its pending
 * questions fail.
 */
function createSearcherThread(join: JoinChannel, newest: () => number) {
  const waiting = new Map<number, (answer: SearcherResponse) => void>()
  let ended = false
  let reader = start()

  function start() {
    const own = startReaderThread<FollowRequest | SearcherQuestion, SearcherResponse>(
      threadFile('searcher-thread'),
      join,
      {
        answers: ['id answer', 'id side', 'id words', 'id error'],
        limits: { maxYoungGenerationSizeMb: SEARCHER_YOUNG_HEAP_MB },
      },
    )
    let answered = false
    own.listen({
      received(answer) {
        answered = true
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
        if (waiting.size === 0) own.keepProcess(false)
      },
      ended(fault) {
        for (const [id, resolve] of waiting) resolve({ id, error: ended ? CLOSED_MESSAGE : String(fault) })
        waiting.clear()
        // A thread that never answered would only die again.
        if (answered && !ended) reader = start()
        else ended = true
      },
    })
    own.tell({ ask: 'follow', update_number: newest() })
    own.keepProcess(false)
    return own
  }

  return {
    busy: () => waiting.size,
    follow: (update_number: number) => reader.tell({ ask: 'follow', update_number }),
    ask: (message: SearcherQuestion) =>
      new Promise<SearcherResponse>((resolve) => {
        if (ended) return resolve({ id: message.id, error: CLOSED_MESSAGE })
        waiting.set(message.id, resolve)
        reader.keepProcess(true)
        reader.tell(message)
      }),
    end: () => {
      ended = true
      return reader.end()
    },
  }
}
