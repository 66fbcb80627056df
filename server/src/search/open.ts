import type { FacetSizes } from './engine/facets.ts'
import type { IndexState, PaperIndex, WordCount } from './port.ts'
import { type AllValues, emptyMemory, valuesIn } from './segment/values.ts'
import type { IndexUpdate } from './store/state.ts'
import { type CompletingSide, localCompleting, threadedCompleting } from './suggest/side.ts'
import type { SearcherAnswer, SearcherQuestion } from './threads/messages.ts'
import { localSides, type Sides, threadedSides } from './threads/sides.ts'

interface Options {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /**
   * Threads that search, besides the one that writes; 0 does everything in the calling thread (tests). For whoever only
   * writes there are none, and segments stay in memory only until they are saved.
   */
  threads: number | 'only to write'
}

/** The index as the calling thread knows it. */
interface Opened {
  sides: Sides
  /** None for whoever only writes. */
  completing: CompletingSide | null
  values: AllValues
  state: IndexState
  /** Papers that came since the last save. */
  unsaved: number
  timer: NodeJS.Timeout | undefined
  /** Number of the last question. */
  asked: number
  merging: boolean
  closed: boolean
  /** What went wrong behind the caller's back; the next `apply` throws it. */
  fault: unknown
}

const SAVE_AFTER_PAPERS = 20_000
const SAVE_AFTER_MS = 5_000

/** Opens the index with what its files hold; the caller then brings what the database has since. */
export async function openIndex({ folder, threads }: Options): Promise<PaperIndex> {
  const opened: Opened = {
    sides: sidesFor(folder, threads),
    completing: threads === 'only to write' ? null : threads > 0 ? threadedCompleting() : localCompleting(),
    values: valuesIn(emptyMemory()),
    state: { papers: 0, change: 0, segments: 0, bytes: 0 },
    unsaved: 0,
    timer: undefined,
    asked: 0,
    merging: false,
    closed: false,
    fault: null,
  }
  take(opened, await opened.sides.write({ ask: 'load' }))
  return portOf(opened)
}

function sidesFor(folder: string | null, threads: Options['threads']): Sides {
  if (threads === 'only to write') return threadedSides(folder, 0)
  return threads > 0 ? threadedSides(folder, threads) : localSides(folder)
}

function portOf(opened: Opened): PaperIndex {
  const { sides } = opened
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
      if (!opened.completing) throw new Error('an index that is only written completes nothing')
      return opened.completing.complete(text, facetSizes(opened.values))
    },
    wordsWith: (prefix, most) => words('with', prefix, most),
    wordsLike: (word, most) => words('like', word, most),
    async apply(changes, more) {
      throwFault(opened)
      take(opened, await sides.write({ ask: 'apply', changes, more }))
      opened.unsaved += changes.length
      if (opened.unsaved >= SAVE_AFTER_PAPERS) await save(opened)
      else opened.timer ??= setTimeout(() => keepFault(opened, save(opened)), SAVE_AFTER_MS).unref()
    },
    async reset() {
      take(opened, await sides.write({ ask: 'reset' }))
    },
    save: () => save(opened),
    state: () => opened.state,
    values: () => opened.values,
    async close() {
      if (opened.timer) await save(opened)
      opened.closed = true
      await Promise.all([sides.end(), opened.completing?.end()])
    },
  }
}

function nextId(opened: Opened): number {
  opened.asked += 1
  return opened.asked
}

async function ask(
  { sides }: Opened,
  message: SearcherQuestion,
): Promise<Exclude<SearcherAnswer, { error: string }>> {
  const answer = await sides.ask(message)
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

/** Hands what the writing side did to those who search. */
function take(opened: Opened, update: IndexUpdate): void {
  const { sides, completing } = opened
  const { added, removed, papers, change, segments, bytes } = update
  const { values } = update
  if (values) opened.values = valuesIn(values)
  if (added.length > 0 || removed.length > 0) sides.tell({ ask: 'segments', added, removed })
  if (values) completing?.take({ added, removed, values, papers })
  opened.state = { papers, change, segments, bytes }
  if (update.unfinished && !opened.merging) keepFault(opened, keepMerging(opened))
}

/** Merges little by little, so that changes and searches need not wait for it. */
async function keepMerging(opened: Opened): Promise<void> {
  opened.merging = true
  try {
    for (let unfinished = true; unfinished && !opened.closed; ) {
      const update = await opened.sides.write({ ask: 'merge' })
      unfinished = update.unfinished
      take(opened, update)
    }
  } finally {
    opened.merging = false
  }
}

async function save(opened: Opened): Promise<void> {
  clearTimeout(opened.timer)
  opened.timer = undefined
  opened.unsaved = 0
  await opened.sides.write({ ask: 'save' })
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

const LAST_YEAR = 10_000

function facetSizes(values: AllValues): FacetSizes {
  const size = (table: keyof AllValues) => values[table].count + 1
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
