import { setTimeout as pause } from 'node:timers/promises'
import { SearchUnavailable } from '../engine.ts'
import type { IndexChange } from '../index/document.ts'
import type { ValueTable } from '../index/layout.ts'
import type { IndexState, TermIndex } from '../planning/term-index.ts'
import { bringIn } from './bulk.ts'
import type { Client } from './client.ts'
import { complete } from './complete.ts'
import type { StoredRecord } from './documents.ts'
import { termCounts } from './frequencies.ts'
import {
  awaitGeneration,
  currentGeneration,
  moveAlias,
  type Names,
  nextGeneration,
  noteChange,
  standingOf,
} from './index-names.ts'
import type { Opened } from './opened.ts'
import { runSearch } from './run-search.ts'
import { searchEach } from './searches.ts'
import { namedTables } from './values.ts'
import { wordsLike, wordsWith } from './words.ts'

/** An index in OpenSearch: several processes share it, of which one feeds it. */
export interface SharedTermIndex extends TermIndex {
  /** Asks how the index stands: another process may feed it. */
  refresh: () => Promise<IndexState>
  /** An index of its own beside this one, which nobody asks until it takes its place. */
  beside: () => Promise<{ index: SharedTermIndex; takePlace: () => Promise<void> }>
}

const NOTHING_YET: IndexState = { papers: 0, change: 0, segments: 0, bytes: 0 }
/** Values that are few enough to be listed: papers are narrowed by whatever lies below a discipline. */
const LISTED = { papers: ['subject', 'language'], passages: ['language'] } as const

/** Opens what searches ask, or with `generation` one that they do not ask yet. */
export async function openSharedIndex(
  client: Client,
  names: Names,
  unit: number,
  generation?: string,
): Promise<SharedTermIndex> {
  const listed: readonly ValueTable[] = LISTED[names.schema.name]
  const tables = namedTables(listed)
  let current = generation ?? (await currentGeneration(client, names))
  let state = NOTHING_YET
  let listed_at = 0
  const index = generation ?? names.alias
  const opened: Opened = {
    client,
    target: { index, several: names.size.shards > 1 },
    unit,
    tables,
    counts: termCounts(client, index),
    state: () => state,
  }

  async function refresh(): Promise<IndexState> {
    if (!generation) current = await currentGeneration(client, names)
    const standing = await standingOf(client, names, current)
    const isOther = standing.change !== state.change
    if (isOther) opened.counts.forget()
    state = standing
    // Over many papers it takes a moment: then what is new may be listed a little later.
    const isDue = state.papers < FEW || performance.now() - listed_at > LIST_MS
    if (listed_at === 0 || (isOther && isDue)) {
      listed_at = performance.now()
      await listValues(opened, listed)
    }
    return state
  }

  async function apply(changes: IndexChange[], more: boolean): Promise<void> {
    const noted = (record: StoredRecord) => noteValues(opened, listed, record)
    await bringIn(client, current, names.schema, changes, noted)
    const last = changes.at(-1)?.change ?? state.change
    // What comes next may belong to the same change.
    const change = Math.max(state.change, more ? last - 1 : last)
    if (!more) await client.ask('POST', `/${current}/_refresh`, undefined, REFRESH_MS)
    await noteChange(client, names, current, change)
    opened.counts.forget()
    state = more ? { ...state, change } : { ...(await standingOf(client, names, current)), change }
  }

  const shared: SharedTermIndex = {
    ...asking(opened),
    apply,
    async reset() {
      current = await nextGeneration(client, names)
      await moveAlias(client, names, current)
      for (const table of Object.values(tables)) table.clear()
      opened.counts.forget()
      state = NOTHING_YET
    },
    save: async () => {},
    state: () => state,
    values: () => tables,
    close: async () => {},
    refresh,
    async beside() {
      const next = await nextGeneration(client, names)
      const index = await openSharedIndex(client, names, unit, next)
      return { index, takePlace: () => moveAlias(client, names, next) }
    },
  }
  await awaitGeneration(client, current)
  await begun(refresh)
  return shared
}

const asking = (opened: Opened): Pick<TermIndex, 'search' | 'complete' | 'wordsWith' | 'wordsLike'> => ({
  search: (request) => runSearch(opened, request),
  complete: (text) => complete(opened, text),
  wordsWith: (text, most) => wordsWith(opened, text, most),
  wordsLike: (word, most) => wordsLike(opened, word, most),
})

/** An index that has just been made may not answer its first search. */
async function begun(refresh: () => Promise<IndexState>): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      await refresh()
      return
    } catch (error) {
      if (!(error instanceof SearchUnavailable) || tried === BEGIN_TRIES) throw error
      await pause(BEGIN_PAUSE_MS)
    }
}

const BEGIN_TRIES = 5
const BEGIN_PAUSE_MS = 200
const REFRESH_MS = 60_000
const MOST_LISTED = 10_000
const FEW = 50_000
const LIST_MS = 10_000

async function listValues({ client, target, tables }: Opened, listed: readonly ValueTable[]): Promise<void> {
  const aggs = Object.fromEntries(listed.map((field) => [field, { terms: { field, size: MOST_LISTED } }]))
  const [found] = await searchEach(client, target, [{ query: { match_all: {} }, size: 0, aggs }])
  for (const table of listed)
    tables[table].list((found?.aggregations[table]?.buckets ?? []).map(({ key }) => String(key)))
}

function noteValues({ tables }: Opened, listed: readonly ValueTable[], record: StoredRecord): void {
  if (listed.includes('subject')) tables.subject.list(record.subject ?? [])
  if (record.language !== undefined) tables.language.list([record.language])
}
