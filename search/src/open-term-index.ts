import { createPacer } from '@scinav/threads'
import { facetSizes } from './facets/facet-sizes.ts'
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

/** How the embedded index is opened. */
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
  /** Number of changes since the last save. */
  unsaved: number
  /** Set while a save is planned. */
  timer: NodeJS.Timeout | undefined
  /** Number of requests so far, counting searches and completions alike; merging pauses while it grows. */
  request_count: number
  merging: boolean
  closed: boolean
  /** Failure of background work; the next `apply` throws it. */
  fault: unknown
}

/** Changes are saved when there are this many of them, or so long after the first of them. */
const SAVE_AFTER_PAPERS = 20_000
const SAVE_AFTER_MS = 5_000
/** How many times as long as a step of a merge the pause after it is, if a request has arrived during the step. */
const MERGE_REST_FACTOR = 3

/**
 * Opens the index with the contents of its files; the caller then applies the later changes of the database. Merges and
 * saves run in the background; the next `apply` throws when one of them has failed.
 */
export async function openTermIndex({ folder, threads, schema = 'papers' }: Options): Promise<TermIndex> {
  const opened: EmbeddedIndex = {
    ...startThreads(folder, threads, schema),
    values: openValues(createValueMemory()),
    state: { papers: 0, change: 0, segments: 0, bytes: 0 },
    update_number: 0,
    unsaved: 0,
    timer: undefined,
    request_count: 0,
    merging: false,
    closed: false,
    fault: null,
  }
  distributeUpdate(opened, await opened.index_threads.write({ ask: 'load' }))
  return createTermIndex(opened)
}

/** Starts the writer, the searchers and the completer, in threads or, for `threads` 0, in the calling thread. */
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

/** Creates the operations of an opened index. */
function createTermIndex(opened: EmbeddedIndex): TermIndex {
  const { index_threads } = opened
  const listWords = async (kind: 'with' | 'like', text: string, limit: number): Promise<WordCount[]> => {
    const answer = await askSearchers(opened, { ask: 'words', id: nextId(opened), kind, text, limit })
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
      opened.request_count += 1
      // No caller completes texts in an index of passages, or in a process that only writes.
      if (!opened.completing) throw new Error('this index completes nothing')
      return opened.completing.complete(text)
    },
    wordsWith: (prefix, limit) => listWords('with', prefix, limit),
    wordsLike: (word, limit) => listWords('like', word, limit),
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

/** Counts a request and returns its number, which identifies the question. */
function nextId(opened: EmbeddedIndex): number {
  opened.request_count += 1
  return opened.request_count
}

/**
 * Sends a question to the searchers and returns the answer.
 *
 * @throws SearchTooLong when it exceeds its time limit.
 * @throws Error for any other failure.
 */
async function askSearchers(
  { index_threads }: EmbeddedIndex,
  question: SearcherQuestion,
): Promise<Exclude<SearcherResponse, { error: string }>> {
  const answer = await index_threads.search(question)
  if ('error' in answer) throw answer.error === TIMEOUT_ERROR ? new SearchTooLong() : new Error(answer.error)
  return answer
}

/** Passes an update of the writer to the searching threads. */
function distributeUpdate(opened: EmbeddedIndex, update: IndexUpdate): void {
  const { index_threads, completing } = opened
  const { update_number, added, removed, values, papers, change, segments, bytes } = update
  if (values) opened.values = openValues(values)
  index_threads.publish(update)
  if (values)
    completing?.update({ update_number, added, removed, values, papers, merging: update.unfinished })
  opened.update_number = update_number
  opened.state = { papers, change, segments, bytes }
  if (update.unfinished && !opened.merging) recordFault(opened, mergeInBackground(opened))
}

/** Merges step by step, so that changes need not wait, and pauses between steps while requests arrive. */
async function mergeInBackground(opened: EmbeddedIndex): Promise<void> {
  opened.merging = true
  let requestCount = opened.request_count
  try {
    for (let unfinished = true; unfinished && !opened.closed; ) {
      const rest = createPacer(MERGE_REST_FACTOR)
      const update = await opened.index_threads.write({ ask: 'merge' })
      unfinished = update.unfinished
      // Save the merged segments: otherwise the next process to open the index would merge the same ones again.
      if (update.update_number !== opened.update_number) scheduleSave(opened)
      distributeUpdate(opened, update)
      const hasRequests = opened.request_count > requestCount
      requestCount = opened.request_count
      if (unfinished && hasRequests) await rest()
    }
  } finally {
    opened.merging = false
  }
}

/** Saves the index after `SAVE_AFTER_MS`, unless that is planned already. */
function scheduleSave(opened: EmbeddedIndex): void {
  opened.timer ??= setTimeout(() => recordFault(opened, saveIndex(opened)), SAVE_AFTER_MS).unref()
}

/** Saves the index at once, in place of a planned save. */
async function saveIndex(opened: EmbeddedIndex): Promise<void> {
  clearTimeout(opened.timer)
  opened.timer = undefined
  opened.unsaved = 0
  distributeUpdate(opened, await opened.index_threads.write({ ask: 'save' }))
}

/** Records the failure of work that nobody awaits. */
function recordFault(opened: EmbeddedIndex, work: Promise<void>): void {
  work.catch((fault) => {
    if (!opened.closed) opened.fault = fault
  })
}

/** Throws the failure of background work once, if there is one. */
function throwRecordedFault(opened: EmbeddedIndex): void {
  const { fault } = opened
  opened.fault = null
  if (fault) throw fault
}
