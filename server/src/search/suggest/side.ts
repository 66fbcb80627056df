import { Worker } from 'node:worker_threads'
import type { FacetSizes } from '../engine/facets.ts'
import type { Completions } from '../port.ts'
import type { SegmentData } from '../segment/layout.ts'
import { type CompleterNews, createCompleter } from './completer.ts'
import type { CompleterAnswer, CompleterAsk } from './messages.ts'

/** The side of an index that completes texts, in a thread or not. */
export interface CompletingSide {
  take: (news: CompleterNews) => void
  /** @throws what went wrong on the other side. */
  complete: (text: string, sizes: FacetSizes) => Promise<Completions>
  end: () => Promise<void>
}

/** In the calling thread, for tests: always up to date. */
export function localCompleting(): CompletingSide {
  const completer = createCompleter()
  return {
    take: completer.take,
    async complete(text, sizes) {
      while (completer.prepare());
      return completer.complete(text, sizes)
    },
    end: async () => {},
  }
}

const FILE = new URL('./suggest-thread.ts', import.meta.url)
/** What it keeps is small; making it would leave 100 MB of garbage about. */
const LIMITS = { maxYoungGenerationSizeMb: 8 }
const CLOSED = 'the index is closed'

interface Waiting {
  resolve: (completions: Completions) => void
  reject: (fault: Error) => void
}

/**
 * A thread of its own: whoever types is answered within a few milliseconds, however many searches wait. It starts with
 * the first papers, to be ready when somebody types, and again after a failure.
 */
export function threadedCompleting(): CompletingSide {
  const segments = new Map<number, SegmentData>()
  const waiting = new Map<number, Waiting>()
  let latest: CompleterNews | undefined
  let worker: Worker | undefined
  let asked = 0
  let ended = false

  function start(): Worker {
    const started = new Worker(FILE, { resourceLimits: LIMITS })
    started.on('message', (answer: CompleterAnswer) => {
      const asking = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) asking?.reject(new Error(answer.error))
      else asking?.resolve(answer.completions)
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (fault) => fail(new Error(String(fault))))
    started.on('exit', () => fail(new Error(CLOSED)))
    if (latest)
      send(started, { ask: 'take', news: { ...latest, added: [...segments.values()], removed: [] } })
    started.unref()
    return started
  }

  function fail(fault: Error): void {
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
    worker = undefined
  }

  return {
    take(news) {
      for (const data of news.added) segments.set(data.head.id, data)
      for (const id of news.removed) segments.delete(id)
      latest = news
      if (worker) send(worker, { ask: 'take', news })
      else if (news.papers > 0 && !ended) worker = start()
    },
    complete: (text, sizes) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error(CLOSED))
        worker ??= start()
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.ref()
        send(worker, { ask: 'complete', id: asked, text, sizes })
      }),
    async end() {
      ended = true
      await worker?.terminate()
    },
  }
}

const send = (worker: Worker, message: CompleterAsk) => worker.postMessage(message)
