import { Worker } from 'node:worker_threads'
import type { EngineAnswer } from './engine/request.ts'
import type { FacetSizes } from './engine/run.ts'
import type { IndexState, PaperIndex, WordCount } from './port.ts'
import { addValue, emptyValues } from './segment/values.ts'
import { createWriter, type IndexUpdate } from './store/writer.ts'
import type { SearcherAnswer, SearcherAsk, WriterAnswer, WriterAsk } from './threads/messages.ts'
import { createSearcher } from './threads/searcher.ts'

interface Options {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /** Threads that search, besides the one that writes; 0 does everything in the calling thread (tests). */
  threads: number
}

/** The two sides of an index, in threads or not. */
interface Sides {
  write: (ask: WriterAsk) => Promise<IndexUpdate | null>
  tell: (ask: Extract<SearcherAsk, { ask: 'segments' }>) => void
  ask: (ask: SearcherAsk & { id: number }) => Promise<SearcherAnswer>
  end: () => Promise<void>
}

const SAVE_AFTER_PAPERS = 20_000
const SAVE_AFTER_MS = 5_000

/** Opens the index with what its files hold; the caller then brings what the database has since. */
export async function openIndex({ folder, threads }: Options): Promise<PaperIndex> {
  const sides = threads > 0 ? threadedSides(folder, threads) : localSides(folder)
  const values = emptyValues()
  const sizes = new Map<number, number>()
  let state: IndexState = { papers: 0, change: 0, segments: 0, bytes: 0 }
  let unsaved = 0
  let timer: NodeJS.Timeout | undefined
  let next = 1

  function take(update: IndexUpdate | null): void {
    if (!update) return
    for (const value of update.values) addValue(values, value)
    for (const { head, buffer } of update.added) sizes.set(head.id, buffer.byteLength)
    for (const id of update.removed) sizes.delete(id)
    if (update.added.length > 0 || update.removed.length > 0)
      sides.tell({ ask: 'segments', added: update.added, removed: update.removed })
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    state = { papers: update.papers, change: update.change, segments: sizes.size, bytes }
  }

  async function mergeAll(): Promise<void> {
    for (
      let update = await sides.write({ ask: 'merge' });
      update;
      update = await sides.write({ ask: 'merge' })
    )
      take(update)
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    unsaved = 0
    await sides.write({ ask: 'save' })
  }

  async function ask<A extends SearcherAnswer>(message: SearcherAsk & { id: number }): Promise<A> {
    const answer = await sides.ask(message)
    if ('error' in answer) throw new Error(answer.error)
    // Each kind of question has one kind of answer.
    return answer as A
  }

  async function words(kind: 'with' | 'like', text: string, most: number): Promise<WordCount[]> {
    next += 1
    return (await ask<{ id: number; words: WordCount[] }>({ ask: 'words', id: next, kind, text, most })).words
  }

  take(await sides.write({ ask: 'load' }))
  return {
    async search(request) {
      next += 1
      const message = { ask: 'search' as const, id: next, request, sizes: facetSizes(values) }
      return (await ask<{ id: number; answer: EngineAnswer }>(message)).answer
    },
    wordsWith: (prefix, most) => words('with', prefix, most),
    wordsLike: (word, most) => words('like', word, most),
    async apply(changes, more) {
      take(await sides.write({ ask: 'apply', changes, more }))
      unsaved += changes.length
      await mergeAll()
      if (unsaved >= SAVE_AFTER_PAPERS) await save()
      else timer ??= setTimeout(() => void save(), SAVE_AFTER_MS).unref()
    },
    async reset() {
      for (const table of Object.values(values)) {
        table.keys.length = 1
        table.labels.length = 1
        table.numbers.clear()
      }
      take(await sides.write({ ask: 'reset' }))
    },
    save,
    state: () => state,
    values: () => values,
    async close() {
      if (timer) await save()
      await sides.end()
    },
  }
}

const LAST_YEAR = 10_000

function facetSizes(values: ReturnType<PaperIndex['values']>): FacetSizes {
  const size = (table: keyof typeof values) => values[table].keys.length
  return {
    year: LAST_YEAR,
    resource_type: 256,
    is_oa: 2,
    source: size('source'),
    subject: size('subject'),
    language: size('language'),
    author: size('author'),
    keyword: size('keyword'),
  }
}

function localSides(folder: string | null): Sides {
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

function threadedSides(folder: string | null, threads: number): Sides {
  const file = (name: string) => new URL(`./threads/${name}.ts`, import.meta.url)
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
