import { setTimeout as pause } from 'node:timers/promises'
import { SearchUnavailable } from '../engine.ts'
import type { IndexChange } from '../index/document.ts'
import type { ValueTable } from '../index/layout.ts'
import type { IndexState, TermIndex } from '../planning/term-index.ts'
import { sendChanges } from './bulk.ts'
import type { OpenSearchClient } from './client.ts'
import { completeText } from './complete.ts'
import type { StoredRecord } from './documents.ts'
import { createTermCounts } from './frequencies.ts'
import {
  awaitGeneration,
  createGeneration,
  findCurrentGeneration,
  type IndexNames,
  moveAlias,
  readGenerationState,
  recordChange,
} from './index-names.ts'
import type { OpenedIndex } from './opened-index.ts'
import { runSearch } from './run-search.ts'
import { searchEach } from './searches.ts'
import { createNamedTables } from './values.ts'
import { findWordsLike, findWordsWith } from './words.ts'

/** A term index in OpenSearch that several processes share and one of them writes. */
export interface SharedTermIndex extends TermIndex {
  /** Reads the state of the index, which another process may have changed. */
  refresh: () => Promise<IndexState>
  /** Creates a new index that is not searched until `activate` replaces this one by it. */
  createReplacement: () => Promise<{ index: SharedTermIndex; activate: () => Promise<void> }>
}

/** Number of attempts of the first refresh, and the pause between two of them. */
const MAX_START_TRIES = 5
const START_PAUSE_MS = 200
/** Time after which a request to make changes searchable has failed, in milliseconds. */
const REFRESH_TIMEOUT_MS = 60_000
/** Maximum number of values read of each listed table. */
const MAX_LISTED_VALUES = 10_000
/** Up to this size the listed tables are read after every change, above at most every `LIST_INTERVAL_MS`. */
const SMALL_INDEX_PAPERS = 50_000
const LIST_INTERVAL_MS = 10_000

/** The state of an index without papers. */
const EMPTY_STATE: IndexState = { papers: 0, change: 0, segments: 0, bytes: 0 }
/**
 * Tables whose values are all listed, of which there are few: a filter by discipline includes everything below it.
 */
const LISTED_TABLES = { papers: ['subject', 'language'], passages: ['language'] } as const

/**
 * Opens the index that is searched or, given `generation`, one that is not searched yet. Closing it leaves the client
 * open.
 *
 * @param unit factor by which the cluster multiplies BM25 scores, see `readScoreUnit`
 */
export async function openSharedIndex(
  client: OpenSearchClient,
  names: IndexNames,
  unit: number,
  generation?: string,
): Promise<SharedTermIndex> {
  const listed: readonly ValueTable[] = LISTED_TABLES[names.schema.name]
  const tables = createNamedTables(listed)
  let current = generation ?? (await findCurrentGeneration(client, names))
  let state = EMPTY_STATE
  /** When the values of the listed tables were read last, on the clock of `performance.now()`; null before. */
  let listed_at: number | null = null
  const index = generation ?? names.alias
  const opened: OpenedIndex = {
    client,
    target: { index, has_several_shards: names.size.shards > 1 },
    unit,
    tables,
    counts: createTermCounts(client, index),
    state: () => state,
  }

  async function refresh(): Promise<IndexState> {
    if (!generation) current = await findCurrentGeneration(client, names)
    const latest = await readGenerationState(client, names, current)
    const hasChanged = latest.change !== state.change
    if (hasChanged) opened.counts.clear()
    state = latest
    // Listing takes a moment in a large index, so new values may appear a little later there.
    const isDue = state.papers < SMALL_INDEX_PAPERS || performance.now() - (listed_at ?? 0) > LIST_INTERVAL_MS
    if (listed_at === null || (hasChanged && isDue)) {
      listed_at = performance.now()
      await listValues(opened, listed)
    }
    return state
  }

  async function apply(changes: IndexChange[], more: boolean): Promise<void> {
    const onRecord = (record: StoredRecord) => addValues(opened, listed, record)
    await sendChanges(client, current, names.schema, changes, onRecord)
    const last = changes.at(-1)?.change ?? state.change
    // The next batch may belong to the same change.
    const change = Math.max(state.change, more ? last - 1 : last)
    if (!more) await client.ask('POST', `/${current}/_refresh`, undefined, REFRESH_TIMEOUT_MS)
    await recordChange(client, names, current, change)
    opened.counts.clear()
    state = more ? { ...state, change } : { ...(await readGenerationState(client, names, current)), change }
  }

  const shared: SharedTermIndex = {
    ...createQueries(opened),
    apply,
    async reset() {
      current = await createGeneration(client, names)
      await moveAlias(client, names, current)
      for (const table of Object.values(tables)) table.clear()
      opened.counts.clear()
      state = EMPTY_STATE
    },
    save: async () => {},
    state: () => state,
    values: () => tables,
    close: async () => {},
    refresh,
    async createReplacement() {
      const next = await createGeneration(client, names)
      const index = await openSharedIndex(client, names, unit, next)
      return { index, activate: () => moveAlias(client, names, next) }
    },
  }
  await awaitGeneration(client, current)
  await awaitFirstRefresh(refresh)
  return shared
}

/** Returns the queries of an opened index. */
const createQueries = (
  opened: OpenedIndex,
): Pick<TermIndex, 'search' | 'complete' | 'wordsWith' | 'wordsLike'> => ({
  search: (request) => runSearch(opened, request),
  complete: (text) => completeText(opened, text),
  wordsWith: (text, limit) => findWordsWith(opened, text, limit),
  wordsLike: (word, limit) => findWordsLike(opened, word, limit),
})

/** Refreshes with retries: a newly created index may not answer its first search. */
async function awaitFirstRefresh(refresh: () => Promise<IndexState>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await refresh()
      return
    } catch (error) {
      if (!(error instanceof SearchUnavailable) || attempt === MAX_START_TRIES) throw error
      await pause(START_PAUSE_MS)
    }
}

/** Reads all values of the listed tables from the index. */
async function listValues(
  { client, target, tables }: OpenedIndex,
  listed: readonly ValueTable[],
): Promise<void> {
  const aggs = Object.fromEntries(
    listed.map((field) => [field, { terms: { field, size: MAX_LISTED_VALUES } }]),
  )
  const [result] = await searchEach(client, target, [{ query: { match_all: {} }, size: 0, aggs }])
  for (const table of listed)
    tables[table].list((result?.aggregations[table]?.buckets ?? []).map(({ key }) => String(key)))
}

/** Adds the values of a newly indexed record to the listed tables. */
function addValues({ tables }: OpenedIndex, listed: readonly ValueTable[], record: StoredRecord): void {
  if (listed.includes('subject')) tables.subject.list(record.subject ?? [])
  if (record.language !== undefined) tables.language.list([record.language])
}
