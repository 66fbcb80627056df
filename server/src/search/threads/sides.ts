import { Worker } from 'node:worker_threads'
import type { IndexUpdate } from '../store/state.ts'
import { createWriter } from '../store/writer.ts'
import type { SearcherAnswer, SearcherAsk, WriterAnswer, WriterAsk } from './messages.ts'
import { createSearcher } from './searcher.ts'

/** The two sides of an index, the one that writes and those that search, in threads or not. */
export interface Sides {
  /** Answers in the order of the asks. @throws what went wrong on the other side. */
  write: (ask: WriterAsk) => Promise<IndexUpdate | null>
  tell: (ask: Extract<SearcherAsk, { ask: 'segments' }>) => void
  ask: (ask: SearcherAsk & { id: number }) => Promise<SearcherAnswer>
  end: () => Promise<void>
}

/** Both sides in the calling thread, for tests. */
export function localSides(folder: string | null): Sides {
  const writer = createWriter(folder)
  const searcher = createSearcher()
  return {
    async write(message) {
      if (message.ask === 'apply') return writer.apply(message.changes, message.more)
      if (message.ask !== 'save') return writer[message.ask]()
      writer.save()
      return null
    },
    tell: (message) => void searcher(message),
    async ask(message) {
      const answer = searcher(message)
      if (!answer) throw new Error('a question without an answer')
      return answer
    },
    end: async () => {},
  }
}

/** One thread that writes and `threads` that search. */
export function threadedSides(folder: string | null, threads: number): Sides {
  const file = (name: string) => new URL(`./${name}.ts`, import.meta.url)
  const writer = inOrder(new Worker(file('writer-thread'), { workerData: { folder } }))
  const searchers = Array.from({ length: threads }, () => byId(new Worker(file('searcher-thread'))))
  return {
    async write(message) {
      const answer = await writer.ask(message)
      if ('error' in answer) throw new Error(answer.error)
      return answer.update
    },
    tell(message) {
      for (const searcher of searchers) searcher.tell(message)
    },
    ask: (message) => leastBusy(searchers).ask(message),
    async end() {
      await Promise.all([writer.end(), ...searchers.map((searcher) => searcher.end())])
    },
  }
}

/** A thread that answers everything in the order it was asked. */
function inOrder(worker: Worker) {
  const waiting: ((answer: WriterAnswer) => void)[] = []
  worker.on('message', (answer: WriterAnswer) => waiting.shift()?.(answer))
  worker.on('error', (error) => {
    for (const resolve of waiting.splice(0)) resolve({ error: String(error) })
  })
  worker.unref()
  return {
    ask: (message: WriterAsk) =>
      new Promise<WriterAnswer>((resolve) => {
        waiting.push(resolve)
        worker.postMessage(message)
      }),
    end: () => worker.terminate(),
  }
}

/** A thread whose answers carry the number of their question. */
function byId(worker: Worker) {
  const waiting = new Map<number, (answer: SearcherAnswer) => void>()
  worker.on('message', (answer: SearcherAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  worker.on('error', (error) => {
    for (const [id, resolve] of waiting) resolve({ id, error: String(error) })
    waiting.clear()
  })
  worker.unref()
  return {
    busy: () => waiting.size,
    tell: (message: SearcherAsk) => worker.postMessage(message),
    ask: (message: SearcherAsk & { id: number }) =>
      new Promise<SearcherAnswer>((resolve) => {
        waiting.set(message.id, resolve)
        worker.postMessage(message)
      }),
    end: () => worker.terminate(),
  }
}

function leastBusy<T extends { busy: () => number }>(searchers: T[]): T {
  const [first, ...others] = searchers
  if (!first) throw new Error('an index without threads')
  return others.reduce((best, searcher) => (searcher.busy() < best.busy() ? searcher : best), first)
}
