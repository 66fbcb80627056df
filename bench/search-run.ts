// node --expose-gc bench/search-run.ts FOLDER: opens the index there, searches and changes it, prints the measurements.
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openTermIndex } from '../search/src/open-term-index.ts'
import { COUNTED_FACETS, type IndexRequest, type TermIndex } from '../search/src/planning/term-index.ts'
import {
  type MixedQuery,
  mixedRequest,
  QUERIES_FILE,
  queryText,
  requestFor,
  SAMPLES_FILE,
  TWO_FACETS,
} from './search-queries.ts'

const [folder = ''] = process.argv.slice(2)
const queries: MixedQuery[] = JSON.parse(readFileSync(join(folder, QUERIES_FILE), 'utf8'))
const ROUNDS = 3
/** Numbers of hits down to the end of the measured pages. */
const PAGE_DEPTHS = [20, 1_000, 10_000]
const MAX_DEEP_SEARCHES = 20
/** One in so many searches is typed. */
const TYPED_RATIO = 4

type Times = ReturnType<typeof summarizeTimes>

function summarizeTimes(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

/** Runs every search separately, three times after a warm-up round; the median of each counts. */
async function measureSearches(index: TermIndex, requests: IndexRequest[]) {
  const times = requests.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, request] of requests.entries()) {
      const { took_ms } = await index.search(request)
      if (round > 0) times[at]?.push(took_ms)
    }
  const middles = times.map((list) => list.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0)
  const slowest = middles.map((ms, at) => ({ ms, at })).sort((a, b) => b.ms - a.ms)
  const named = slowest.slice(0, 5).map(({ ms, at }) => {
    const query = queries[at]
    return `${ms.toFixed(1)}: ${query ? queryText(query) : ''}`
  })
  return { ...summarizeTimes(middles), slowest: named }
}

/** Milliseconds of a page of 20 hits at each depth, for the searches with the most hits. */
async function measureDeepPages(index: TermIndex, requests: IndexRequest[]): Promise<Record<number, Times>> {
  const totals: number[] = []
  for (const request of requests) totals.push((await index.search({ ...request, limit: 0 })).total)
  const deepest = Math.max(...PAGE_DEPTHS)
  const long = requests.filter((_, at) => (totals[at] ?? 0) >= deepest).slice(0, MAX_DEEP_SEARCHES)
  const pages: Record<number, Times> = {}
  for (const limit of PAGE_DEPTHS) {
    const times: number[] = []
    for (const request of long) times.push((await index.search({ ...request, limit })).took_ms)
    pages[limit] = summarizeTimes(times)
  }
  return pages
}

const SHORTEST_TYPED = 2
const LONGEST_TYPED = 12
/** Time that the completer has to get ready, before what it answers is measured. */
const COMPLETER_TIMEOUT_MS = 120_000

/** Types the searches letter by letter; a text is completed anew at each letter. */
async function measureSuggestions(index: TermIndex): Promise<Times> {
  const until = performance.now() + COMPLETER_TIMEOUT_MS
  // Until the frequent values are ready, they come without numbers of papers.
  while (performance.now() < until && ((await index.complete('')).keyword[0]?.[1] ?? 0) === 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
  const times: number[] = []
  for (const query of queries.filter((_, at) => at % TYPED_RATIO === 0)) {
    const text = query.words.join(' ')
    for (let end = SHORTEST_TYPED; end <= Math.min(LONGEST_TYPED, text.length); end += 1) {
      const started = performance.now()
      await index.complete(text.slice(0, end))
      times.push(performance.now() - started)
    }
  }
  return summarizeTimes(times)
}

function residentBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

/** Adds papers one by one during searches; returns the milliseconds until each is found. */
async function measureFreshness(index: TermIndex, works: string[]): Promise<number[]> {
  const times: number[] = []
  let searching = true
  const serving = (async () => {
    for (let at = 0; searching; at += 1) {
      const query = queries[at % queries.length]
      if (query) await index.search(mixedRequest(query))
    }
  })()
  const { papers, change } = index.state()
  for (const [at, work] of works.entries()) {
    const started = performance.now()
    const record = JSON.stringify({ ...JSON.parse(work), title: `fresh zzz${at}` })
    await index.apply([{ seq: papers + 1 + at, change: change + 1 + at, record, cited_by_count: 0 }], false)
    const { total } = await index.search(requestFor(`zzz${at}`, {}))
    if (total !== 1) throw new Error('a new paper is not found')
    times.push(performance.now() - started)
  }
  searching = false
  await serving
  return times
}

const BATCH_SIZE = 500

/** Rewrites papers, which causes merges of several segments; returns the peak memory. */
async function measureMergeMemory(index: TermIndex): Promise<number> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  let { change } = index.state()
  const chunk: Parameters<TermIndex['apply']>[0] = []
  let seq = 0
  for await (const record of createInterface({ input: createReadStream(join(folder, SAMPLES_FILE)) })) {
    change += 1
    seq += 1
    chunk.push({ seq, change, record, cited_by_count: 0 })
    if (chunk.length === BATCH_SIZE) await index.apply(chunk.splice(0), true)
  }
  await index.apply(chunk, false)
  for (let segments = -1; segments !== index.state().segments; ) {
    segments = index.state().segments
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  }
  clearInterval(watch)
  return peak
}

async function readFirstWorks(count: number): Promise<string[]> {
  const works: string[] = []
  for await (const work of createInterface({ input: createReadStream(join(folder, SAMPLES_FILE)) }))
    if (works.push(work) === count) break
  return works
}

const started = performance.now()
const index = await openTermIndex({ folder: join(folder, 'index'), threads: 2 })
const seconds = (performance.now() - started) / 1000
const opened = residentBytes()
const eight = await measureSearches(
  index,
  queries.map((query) => mixedRequest(query, COUNTED_FACETS)),
)
const two = await measureSearches(
  index,
  queries.map((query) => mixedRequest(query, TWO_FACETS)),
)
const searched = residentBytes()
const state = index.state()
const suggest = await measureSuggestions(index)
const deep = await measureDeepPages(
  index,
  queries.map((query) => mixedRequest(query, TWO_FACETS)),
)
const fresh = summarizeTimes(await measureFreshness(index, await readFirstWorks(40)))
const merging = await measureMergeMemory(index)
console.log(JSON.stringify({ seconds, opened, eight, two, searched, state, suggest, deep, fresh, merging }))
process.exit(0)
