import { createPacer } from '@scinav/threads'
import { facetSizes } from './facets/facets.ts'
import type { SchemaName } from './index/schema.ts'
import type { IndexUpdate } from './index/state.ts'
import { type AllValues, createValueMemory, openValues } from './index/values.ts'
import type { IndexState, TermIndex, WordCount } from './planning/term-index.ts'
import { SearchTooLong } from './ranking/deadline.ts'
import {
  type CompleterSide,
  createLocalCompleter,
  createThreadedCompleter,
} from './suggest/completer-side.ts'
import { createLocalIndexThreads, type IndexThreads, startIndexThreads } from './threads/index-threads.ts'
import { type SearcherQuestion, type SearcherResponse, TIMEOUT_ERROR } from './threads/messages.ts'

interface Options {
  /** Folder of the index files; null keeps the index in memory. */
  folder: string | null
  /**
   * Number of searching threads, besides the one that writes; 0 does everything in the calling thread (tests). A
   * process that only writes has none, and keeps segments in memory only until they are saved.
   */
  threads: number | 'only to write'
  /** Kind of records, papers by default. Only an index of papers completes typed text. */
  schema?: SchemaName
}

/** State of the index in the calling thread. */
interface EmbeddedIndex {
  index_threads: IndexThreads
  /** Null in a process that only writes, and for an index without completion. */
  completing: CompleterSide | null
  values: AllValues
  state: IndexState
  /** Number of the last update of segments. */
  update_number: number
  /** Papers added since the last save. */
  unsaved: number
  timer: NodeJS.Timeout | undefined
  /** Number of the last request, counting searches and completions alike. */
  asked: number
  merging: boolean
  closed: boolean
  /** Failure of background work; the next `apply` throws it. */
  fault: unknown
}

const SAVE_AFTER_PAPERS = 20_000
const SAVE_AFTER_MS = 5_000

/** Opens the index with the contents of its files; the caller then applies the later changes of the database. */
export async function openTermIndex({ folder, threads, schema = 'papers' }: Options): Promise<TermIndex> {
  const opened: EmbeddedIndex = {
    ...startThreads(folder, threads, schema),
    values: openValues(createValueMemory()),
    state: { papers: 0, change: 0, segments: 0, bytes: 0 },
    update_number: 0,
    unsaved: 0,
    timer: undefined,
    asked: 0,
    merging: false,
    closed: false,
    fault: null,
  }
  distributeUpdate(opened, await opened.index_threads.write({ ask: 'load' }))
  return createTermIndex(opened)
}

function startThreads(
  folder: string | null,
  threads: Options['threads'],
  schema: SchemaName,
): Pick<EmbeddedIndex, 'index_threads' | 'completing'> {
  const completes = schema === 'papers'
  if (threads === 0)
    return {
      index_threads: createLocalIndexThreads(folder, schema),
      completing: completes ? createLocalCompleter() : null,
    }
  if (threads === 'only to write')
    return { index_threads: startIndexThreads(folder, 0, schema), completing: null }
  const index_threads = startIndexThreads(folder, threads, schema)
  return { index_threads, completing: completes ? createThreadedCompleter(index_threads.join) : null }
}

function createTermIndex(opened: EmbeddedIndex): TermIndex {
  const { index_threads } = opened
  const words = async (kind: 'with' | 'like', text: string, most: number): Promise<WordCount[]> => {
    const answer = await askSearchers(opened, { ask: 'words', id: nextId(opened), kind, text, most })
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
      const answer = await askSearchers(opened, message)
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
      throwRecordedFault(opened)
      distributeUpdate(opened, await index_threads.write({ ask: 'apply', changes, more }))
      opened.unsaved += changes.length
      if (opened.unsaved >= SAVE_AFTER_PAPERS) await saveIndex(opened)
      else scheduleSave(opened)
    },
    async reset() {
      distributeUpdate(opened, await index_threads.write({ ask: 'reset' }))
    },
    save: () => saveIndex(opened),
    state: () => opened.state,
    values: () => opened.values,
    async close() {
      if (opened.timer) await saveIndex(opened)
      opened.closed = true
      await Promise.all([index_threads.end(), opened.completing?.end()])
    },
  }
}

function nextId(opened: EmbeddedIndex): number {
  opened.asked += 1
  return opened.asked
}

async function askSearchers(
  { index_threads }: EmbeddedIndex,
  message: SearcherQuestion,
): Promise<Exclude<SearcherResponse, { error: string }>> {
  const answer = await index_threads.ask(message)
  if ('error' in answer) throw answer.error === TIMEOUT_ERROR ? new SearchTooLong() : new Error(answer.error)
  return answer
}

/** Passes an update of the writer to the searching threads. */
function distributeUpdate(opened: EmbeddedIndex, update: IndexUpdate): void {
  const { index_threads, completing } = opened
  const { update_number, added, removed, values, papers, change, segments, bytes } = update
  if (values) opened.values = openValues(values)
  index_threads.tell(update)
  if (values) completing?.take({ update_number, added, removed, values, papers, merging: update.unfinished })
  opened.update_number = update_number
  opened.state = { papers, change, segments, bytes }
  if (update.unfinished && !opened.merging) recordFault(opened, mergeInBackground(opened))
}

/**
 * The pause after a step of a merge is this many times as long as the step, if a request has arrived since the last
 * pause began.
 */
const MERGE_REST_FACTOR = 3

/** Merges step by step, so that changes need not wait, and pauses between steps while requests arrive. */
async function mergeInBackground(opened: EmbeddedIndex): Promise<void> {
  opened.merging = true
  let { asked } = opened
  try {
    for (let unfinished = true; unfinished && !opened.closed; ) {
      const rest = createPacer(MERGE_REST_FACTOR)
      const update = await opened.index_threads.write({ ask: 'merge' })
      unfinished = update.unfinished
      // Save the merged segments: otherwise the next process to open the index would merge the same ones again.
      if (update.update_number !== opened.update_number) scheduleSave(opened)
      distributeUpdate(opened, update)
      const wasAsked = opened.asked > asked
      asked = opened.asked
      if (unfinished && wasAsked) await rest()
    }
  } finally {
    opened.merging = false
  }
}

function scheduleSave(opened: EmbeddedIndex): void {
  opened.timer ??= setTimeout(() => recordFault(opened, saveIndex(opened)), SAVE_AFTER_MS).unref()
}

async function saveIndex(opened: EmbeddedIndex): Promise<void> {
  clearTimeout(opened.timer)
  opened.timer = undefined
  opened.unsaved = 0
  await opened.index_threads.write({ ask: 'save' })
}

function recordFault(opened: EmbeddedIndex, work: Promise<void>): void {
  work.catch((fault) => {
    if (!opened.closed) opened.fault = fault
  })
}

function throwRecordedFault(opened: EmbeddedIndex): void {
  const { fault } = opened
  opened.fault = null
  if (fault) throw fault
}
