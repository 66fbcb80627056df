import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { startOpenSearch } from '../scripts/opensearch.mjs'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { IndexRequest, TermIndex } from '../search/src/planning/term-index.ts'
import { openTestIndex } from '../search/src/testing/opensearch-index.ts'
import { compareAnswers, retryWhileBusy } from './cluster-compare.ts'
import { readAcl } from './corpus.ts'
import { growPapers } from './generated-papers.ts'
import { cpuSeconds } from './process.ts'
import { mixedQueries, mixedRequest, queryText } from './search-queries.ts'

type OpenSearchNode = Awaited<ReturnType<typeof startOpenSearch>>['nodes'][number]

/** Elapsed time and processor time, of this process and of OpenSearch, in milliseconds. */
interface TimeSpent {
  ms: number
  own: number
  node: number
}

interface MeasuredEngine {
  name: string
  index: TermIndex
  feeding: TimeSpent
  searching: TimeSpent
  /** Times of each search, one per round. */
  taken: number[][]
}

const BATCH_SIZE = 2_000
const ROUNDS = 3
const PROGRESS_INTERVAL = 100_000

const createMeasuredEngine = (name: string, index: TermIndex): MeasuredEngine => ({
  ...{ name, index, taken: [] },
  feeding: { ms: 0, own: 0, node: 0 },
  searching: { ms: 0, own: 0, node: 0 },
})

function readTimes(node: OpenSearchNode): TimeSpent {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), own: (user + system) / 1e3, node: cpuSeconds(node.process) * 1e3 }
}

/** Adds the time that some work takes. */
async function addTimeSpent(
  node: OpenSearchNode,
  spent: TimeSpent,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = readTimes(node)
  await work()
  const after = readTimes(node)
  spent.ms += after.ms - before.ms
  spent.own += after.own - before.own
  spent.node += after.node - before.node
}

/** Feeds papers to the engines in turn; returns how many, and OpenSearch's processor time per paper. */
async function feed(
  node: OpenSearchNode,
  engines: MeasuredEngine[],
  count: number,
): Promise<{ fed: number; ms: number }> {
  const papers = readAcl() ?? []
  const before = readTimes(node)
  let [fed, batch]: [number, Parameters<TermIndex['apply']>[0]] = [0, []]
  const bring = async (more: boolean) => {
    const changes = batch
    for (const { index, feeding } of engines)
      await addTimeSpent(node, feeding, () => retryWhileBusy(() => index.apply(changes, more)))
    batch = []
  }
  for (const work of growPapers(papers, count)) {
    fed += 1
    batch.push({ seq: fed, change: fed, record: JSON.stringify(work), cited_by_count: 0 })
    if (batch.length === BATCH_SIZE) await bring(fed < count)
    if (fed % PROGRESS_INTERVAL === 0)
      console.error(`${fed} papers after ${wholeSeconds(readTimes(node).ms - before.ms)} s`)
  }
  if (batch.length > 0) await bring(false)
  // OpenSearch also merges during the other engine's turn.
  return { fed, ms: (readTimes(node).node - before.node) / fed }
}

const wholeSeconds = (ms: number) => Math.round(ms / 1_000)

/** Runs every search separately, alternating between the engines, after a warm-up round. */
async function runSearches(
  node: OpenSearchNode,
  engines: MeasuredEngine[],
  requests: IndexRequest[],
): Promise<void> {
  for (const engine of engines) engine.taken = requests.map(() => [])
  const ignored = (): TimeSpent => ({ ms: 0, own: 0, node: 0 })
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { index, taken, searching } of engines)
      await addTimeSpent(node, round === 0 ? ignored() : searching, async () => {
        for (const [at, request] of requests.entries()) {
          const began = performance.now()
          await retryWhileBusy(() => index.search(request))
          if (round > 0) taken[at]?.push(performance.now() - began)
        }
      })
}

const quantile = (sorted: number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)

function engineRow({ name, index, feeding, searching, taken }: MeasuredEngine, papers: number): string {
  const sorted = taken.map((times) => times.toSorted((a, b) => a - b))
  const [middle, best] = [ROUNDS >> 1, 0].map((at) =>
    sorted.map((times) => times[at] ?? 0).sort((a, b) => a - b),
  ) as [number[], number[]]
  const { segments, bytes } = index.state()
  const each = taken.length * ROUNDS
  const [own, node] = [searching.own / each, searching.node / each]
  const cells = [
    `${name}, ${segments} segments`,
    Math.round(papers / (feeding.ms / 1_000)),
    Math.round(bytes / papers),
    ...[0.5, 0.95, 1].map((part) => quantile(middle, part)),
    `${quantile(best, 0.5)}, ${quantile(best, 0.95)}`,
    node > own ? `${node.toFixed(1)} + ${own.toFixed(1)} of ours` : own.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

const TABLE_HEAD = [
  ...['', 'papers/s', 'bytes a paper', 'p50 ms', 'p95 ms', 'most', 'best of three: p50, p95'],
  'ms of processor a search',
]

/**
 * Compares both engines over the same papers, fed and queried in turn: feeding speed, index size, the duration of 260
 * searches with eight facets, and whether both find and count the same. `TMPDIR` determines where they are stored.
 */
export async function measureScale(node: OpenSearchNode, count: number, shards: number): Promise<void> {
  const papers = readAcl()
  if (!papers) return
  const folder = mkdtempSync(join(tmpdir(), 'scinav-cluster-bench-'))
  const own = await openTermIndex({ folder, threads: 2 })
  const shared = await retryWhileBusy(() => openTestIndex(node.url, 'papers', shards))
  const engines = [createMeasuredEngine('embedded', own), createMeasuredEngine('OpenSearch', shared)]
  const began = performance.now()
  const { fed, ms } = await feed(node, engines, count)
  await own.save()
  console.log(
    `\n${fed} papers in both after ${wholeSeconds(performance.now() - began)} s, shards ${shards}, load ${loadavg().map((each) => each.toFixed(1))}\n`,
  )
  const queries = mixedQueries(papers)
  const requests = queries.map((query) => mixedRequest(query))
  await runSearches(node, engines, requests)
  console.log(`| ${TABLE_HEAD.join(' | ')} |\n|${'---|'.repeat(TABLE_HEAD.length)}`)
  for (const engine of engines) console.log(engineRow(engine, fed))
  const ours = engines.map(({ feeding }) => (feeding.own / fed).toFixed(2)).join(' and ')
  console.log(`\nfeeding, ms of processor a paper: OpenSearch ${ms.toFixed(2)}; this process ${ours}`)
  await compareAnswers({ own, shared }, requests, queries.map(queryText))
  await Promise.all([own.close(), shared.close()])
  rmSync(folder, { recursive: true })
}
