import { paced } from '@scinav/threads'
import { facetSizes } from './facets/facet-sizes.ts'
import type { SchemaName } from './index/schema.ts'
import type { IndexUpdate } from './index/state.ts'
import { type AllValues, emptyMemory, valuesIn } from './index/values.ts'
import type { IndexState, TermIndex, WordCount } from './planning/term-index.ts'
import { SearchTooLong } from './ranking/deadline.ts'
import { type CompletingSide, localCompleting, threadedCompleting } from './suggest/side.ts'
import { type IndexThreads, localIndexThreads, startIndexThreads } from './threads/index-threads.ts'
import { type SearcherAnswer, type SearcherQuestion, TOO_LONG } from './threads/messages.ts'

interface Options {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /**
   * Threads that search, besides the one that writes; 0 does everything in the calling thread (tests). For whoever only
   * writes there are none, and segments stay in memory only until they are saved.
   */
  threads: number | 'only to write'
  /** What it holds; papers if not said otherwise. Only an index of papers completes what is typed. */
  schema?: SchemaName
}

/** The index as the calling thread knows it. */
interface Opened {
  index_threads: IndexThreads
  /** None for whoever only writes, nor where nothing is completed. */
  completing: CompletingSide | null
  values: AllValues
  state: IndexState
  /** Number of the last change of segments. */
  update_number: number
  /** Papers that came since the last save. */
  unsaved: number
  timer: NodeJS.Timeout | undefined
  /** Number of the last question, searches and texts to complete alike. */
  asked: number
  merging: boolean
  closed: boolean
  /** What went wrong behind the caller's back; the next `apply` throws it. */
  fault: unknown
}

const SAVE_AFTER_PAPERS = 20_000
const SAVE_AFTER_MS = 5_000

/** Opens the index with what its files hold; the caller then brings what the database has since. */
export async function openTermIndex({ folder, threads, schema = 'papers' }: Options): Promise<TermIndex> {
  const opened: Opened = {
    ...threadsFor(folder, threads, schema),
    values: valuesIn(emptyMemory()),
    state: { papers: 0, change: 0, segments: 0, bytes: 0 },
    update_number: 0,
    unsaved: 0,
    timer: undefined,
    asked: 0,
    merging: false,
    closed: false,
    fault: null,
  }
  take(opened, await opened.index_threads.write({ ask: 'load' }))
  return portOf(opened)
}

function threadsFor(
  folder: string | null,
  threads: Options['threads'],
  schema: SchemaName,
): Pick<Opened, 'index_threads' | 'completing'> {
  const completes = schema === 'papers'
  if (threads === 0)
    return {
      index_threads: localIndexThreads(folder, schema),
      completing: completes ? localCompleting() : null,
    }
  if (threads === 'only to write')
    return { index_threads: startIndexThreads(folder, 0, schema), completing: null }
  const index_threads = startIndexThreads(folder, threads, schema)
  return { index_threads, completing: completes ? threadedCompleting(index_threads.join) : null }
}

function portOf(opened: Opened): TermIndex {
  const { index_threads } = opened
  const words = async (kind: 'with' | 'like', text: string, most: number): Promise<WordCount[]> => {
    const answer = await ask(opened, { ask: 'words', id: nextId(opened), kind, text, most })
    return 'words' in answer ? answer.words : []
  }
  return {
    async search(request) {
      const message = {
        ask: 'search' as const,
        id: nextId(opened),
        request,
        sizes: facetSizes(opened.values),
      }
      const answer = await ask(opened, message)
      if (!('answer' in answer)) throw new Error('a search without an answer')
      return answer.answer
    },
    async complete(text) {
      opened.asked += 1
      if (!opened.completing) throw new Error('this index completes nothing')
      return opened.completing.complete(text)
    },
    wordsWith: (prefix, most) => words('with', prefix, most),
    wordsLike: (word, most) => words('like', word, most),
    async apply(changes, more) {
      throwFault(opened)
      take(opened, await index_threads.write({ ask: 'apply', changes, more }))
      opened.unsaved += changes.length
      if (opened.unsaved >= SAVE_AFTER_PAPERS) await save(opened)
      else saveSoon(opened)
    },
    async reset() {
      take(opened, await index_threads.write({ ask: 'reset' }))
    },
    save: () => save(opened),
    state: () => opened.state,
    values: () => opened.values,
    async close() {
      if (opened.timer) await save(opened)
      opened.closed = true
      await Promise.all([index_threads.end(), opened.completing?.end()])
    },
  }
}

function nextId(opened: Opened): number {
  opened.asked += 1
  return opened.asked
}

async function ask(
  { index_threads }: Opened,
  message: SearcherQuestion,
): Promise<Exclude<SearcherAnswer, { error: string }>> {
  const answer = await index_threads.ask(message)
  if ('error' in answer) throw answer.error === TOO_LONG ? new SearchTooLong() : new Error(answer.error)
  return answer
}

/** Hands what the writing side did to those who search. */
function take(opened: Opened, update: IndexUpdate): void {
  const { index_threads, completing } = opened
  const { update_number, added, removed, values, papers, change, segments, bytes } = update
  if (values) opened.values = valuesIn(values)
  index_threads.tell(update)
  if (values) completing?.take({ update_number, added, removed, values, papers, merging: update.unfinished })
  opened.update_number = update_number
  opened.state = { papers, change, segments, bytes }
  if (update.unfinished && !opened.merging) keepFault(opened, keepMerging(opened))
}

/** So many times as long as a step of a merge took it rests, where somebody asked since the last rest began. */
const MERGING_RESTS = 3

/** Merges little by little, so that changes need not wait for it, and for a part of the time where somebody asks. */
async function keepMerging(opened: Opened): Promise<void> {
  opened.merging = true
  let { asked } = opened
  try {
    for (let unfinished = true; unfinished && !opened.closed; ) {
      const rest = paced(MERGING_RESTS)
      const update = await opened.index_threads.write({ ask: 'merge' })
      unfinished = update.unfinished
      // What has come of a merge is kept: whoever opens the index next would merge the same again.
      if (update.update_number !== opened.update_number) saveSoon(opened)
      take(opened, update)
      const wasAsked = opened.asked > asked
      asked = opened.asked
      if (unfinished && wasAsked) await rest()
    }
  } finally {
    opened.merging = false
  }
}

function saveSoon(opened: Opened): void {
  opened.timer ??= setTimeout(() => keepFault(opened, save(opened)), SAVE_AFTER_MS).unref()
}

async function save(opened: Opened): Promise<void> {
  clearTimeout(opened.timer)
  opened.timer = undefined
  opened.unsaved = 0
  await opened.index_threads.write({ ask: 'save' })
}

function keepFault(opened: Opened, work: Promise<void>): void {
  work.catch((fault) => {
    if (!opened.closed) opened.fault = fault
  })
}

function throwFault(opened: Opened): void {
  const { fault } = opened
  opened.fault = null
  if (fault) throw fault
}
