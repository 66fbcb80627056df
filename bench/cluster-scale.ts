import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { startOpenSearch } from '../scripts/opensearch.mjs'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { IndexRequest } from '../search/src/planning/request.ts'
import type { TermIndex } from '../search/src/planning/term-index.ts'
import { openTestIndex } from '../search/src/testing/opensearch-index.ts'
import { again, compareAnswers } from './cluster-compare.ts'
import { growPapers, readAcl } from './corpus.ts'
import { cpuSeconds } from './process.ts'
import { mixedQueries, mixedRequest, written } from './search-queries.ts'

type Node = Awaited<ReturnType<typeof startOpenSearch>>['nodes'][number]

/** Time that passed, and the processor's: of this process and of OpenSearch. */
interface Spent {
  ms: number
  own: number
  node: number
}

interface Engine {
  name: string
  index: TermIndex
  feeding: Spent
  searching: Spent
  /** By search, a time of each round. */
  taken: number[][]
}

const BATCH = 2_000
const ROUNDS = 3
const TOLD = 100_000

const engineOf = (name: string, index: TermIndex): Engine => ({
  ...{ name, index, taken: [] },
  feeding: { ms: 0, own: 0, node: 0 },
  searching: { ms: 0, own: 0, node: 0 },
})

function spentBy(node: Node): Spent {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), own: (user + system) / 1e3, node: cpuSeconds(node.process) * 1e3 }
}

/** Adds what a piece of work takes. */
async function counted(node: Node, spent: Spent, work: () => Promise<unknown>): Promise<void> {
  const before = spentBy(node)
  await work()
  const after = spentBy(node)
  spent.ms += after.ms - before.ms
  spent.own += after.own - before.own
  spent.node += after.node - before.node
}

/** Brings papers into each engine by turns; answers how many, and OpenSearch's processor time for a paper. */
async function feed(node: Node, engines: Engine[], count: number): Promise<{ fed: number; ms: number }> {
  const papers = readAcl() ?? []
  const before = spentBy(node)
  let [fed, batch]: [number, Parameters<TermIndex['apply']>[0]] = [0, []]
  const bring = async (more: boolean) => {
    const changes = batch
    for (const { index, feeding } of engines)
      await counted(node, feeding, () => again(() => index.apply(changes, more)))
    batch = []
  }
  for (const work of growPapers(papers, count)) {
    fed += 1
    batch.push({ seq: fed, change: fed, record: JSON.stringify(work), cited_by_count: 0 })
    if (batch.length === BATCH) await bring(fed < count)
    if (fed % TOLD === 0) console.error(`${fed} papers after ${seconds(spentBy(node).ms - before.ms)} s`)
  }
  if (batch.length > 0) await bring(false)
  // It merges while the other engine has its turn, too.
  return { fed, ms: (spentBy(node).node - before.node) / fed }
}

const seconds = (ms: number) => Math.round(ms / 1_000)

/** Every search alone, by turns in each engine, behind a round that warms up. */
async function search(node: Node, engines: Engine[], requests: IndexRequest[]): Promise<void> {
  for (const engine of engines) engine.taken = requests.map(() => [])
  const ignored = (): Spent => ({ ms: 0, own: 0, node: 0 })
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { index, taken, searching } of engines)
      await counted(node, round === 0 ? ignored() : searching, async () => {
        for (const [at, request] of requests.entries()) {
          const began = performance.now()
          await again(() => index.search(request))
          if (round > 0) taken[at]?.push(performance.now() - began)
        }
      })
}

const share = (sorted: number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)

function rowOf({ name, index, feeding, searching, taken }: Engine, papers: number): string {
  const sorted = taken.map((times) => times.toSorted((a, b) => a - b))
  const [middle, best] = [ROUNDS >> 1, 0].map((at) =>
    sorted.map((times) => times[at] ?? 0).sort((a, b) => a - b),
  ) as [number[], number[]]
  const { segments, bytes } = index.state()
  const each = taken.length * ROUNDS
  const [own, there] = [searching.own / each, searching.node / each]
  const cells = [
    `${name}, ${segments} segments`,
    Math.round(papers / (feeding.ms / 1_000)),
    Math.round(bytes / papers),
    ...[0.5, 0.95, 1].map((part) => share(middle, part)),
    `${share(best, 0.5)}, ${share(best, 0.95)}`,
    there > own ? `${there.toFixed(1)} + ${own.toFixed(1)} of ours` : own.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

const HEAD = [
  ...['', 'papers/s', 'bytes a paper', 'p50 ms', 'p95 ms', 'most', 'best of three: p50, p95'],
  'ms of processor a search',
]

/**
 * Both engines over the same papers, fed by turns and asked by turns: how fast papers come, how large the index is, how
 * long 260 searches with eight facets take, and whether both find and count the same. `TMPDIR` says where they lie.
 */
export async function measureScale(node: Node, count: number, shards: number): Promise<void> {
  const papers = readAcl()
  if (!papers) return
  const folder = mkdtempSync(join(tmpdir(), 'scinav-cluster-bench-'))
  const own = await openTermIndex({ folder, threads: 2 })
  const shared = await again(() => openTestIndex(node.url, 'papers', shards))
  const engines = [engineOf('embedded', own), engineOf('OpenSearch', shared)]
  const began = performance.now()
  const { fed, ms } = await feed(node, engines, count)
  await own.save()
  console.log(
    `\n${fed} papers in both after ${seconds(performance.now() - began)} s, shards ${shards}, load ${loadavg().map((each) => each.toFixed(1))}\n`,
  )
  const queries = mixedQueries(papers)
  const requests = queries.map((query) => mixedRequest(query))
  await search(node, engines, requests)
  console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`)
  for (const engine of engines) console.log(rowOf(engine, fed))
  const ours = engines.map(({ feeding }) => (feeding.own / fed).toFixed(2)).join(' and ')
  console.log(`\nfeeding, ms of processor a paper: OpenSearch ${ms.toFixed(2)}; this process ${ours}`)
  await compareAnswers({ own, shared }, requests, queries.map(written))
  await Promise.all([own.close(), shared.close()])
  rmSync(folder, { recursive: true })
}
