// npm run bench -- cluster [PAPERS]: the engine over a real OpenSearch beside the embedded one, in the same run: whether
// both find, count and rank the same, how good the first ten hits are, how fast papers come in and searches go.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blankWork, type Work } from '../contract/src/index.ts'
import { startOpenSearch } from '../scripts/opensearch.mjs'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { IndexAnswer, IndexRequest } from '../search/src/planning/request.ts'
import type { TermIndex } from '../search/src/planning/term-index.ts'
import { comparable } from '../search/src/testing/comparable.ts'
import { openTestIndex } from '../search/src/testing/opensearch-index.ts'
import { growPapers, readAcl } from './corpus.ts'
import { type Judged, judgements, linesOf, ndcg, SETS } from './judged-sets.ts'
import { mixedQueries, mixedRequest, requestFor, written } from './search-queries.ts'

const FIRST = 10
const BATCH = 1_000

/** The same papers in both. */
interface Both {
  own: TermIndex
  shared: TermIndex
}

async function feed(index: TermIndex, works: Iterable<Work>): Promise<number> {
  const began = performance.now()
  let [seq, batch]: [number, Parameters<TermIndex['apply']>[0]] = [0, []]
  for (const work of works) {
    seq += 1
    batch.push({ seq, change: seq, record: JSON.stringify(work), cited_by_count: 0 })
    if (batch.length < BATCH) continue
    await index.apply(batch, true)
    batch = []
  }
  await index.apply(batch, false)
  return seq / ((performance.now() - began) / 1_000)
}

const first = ({ hits }: IndexAnswer) => hits.slice(0, FIRST).map(({ seq }) => seq)

/** The share of one's first hits that the other has too. */
function overlap(own: IndexAnswer, shared: IndexAnswer): number {
  const [mine, theirs] = [first(own), new Set(first(shared))]
  return mine.length === 0 ? 1 : mine.filter((seq) => theirs.has(seq)).length / mine.length
}

const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length)

async function judge(url: string, { name, title }: (typeof SETS)[number]): Promise<void> {
  const papers = linesOf(name, 'corpus.jsonl').map((line): Judged => JSON.parse(line))
  const works = papers.map(({ title, text }) => {
    return { ...blankWork(title || text.slice(0, 60), 1), abstract: text }
  })
  const both = {
    own: await openTermIndex({ folder: null, threads: 0 }),
    shared: await openTestIndex(url, 'papers'),
  }
  for (const index of [both.own, both.shared]) await feed(index, works)
  const judged = judgements(name)
  const [own, shared, same]: [number[], number[], number[]] = [[], [], []]
  for (const line of linesOf(name, 'queries.jsonl')) {
    const query: Judged = JSON.parse(line)
    const scores = judged.get(String(query._id))
    if (!scores || ![...scores.values()].some((score) => score > 0)) continue
    const gain = (seq: number) => scores.get(String(papers[seq - 1]?._id)) ?? 0
    const request = requestFor(query.text, { limit: FIRST })
    const [mine, theirs] = await Promise.all([both.own.search(request), both.shared.search(request)])
    own.push(ndcg(first(mine).map(gain), [...scores.values()]))
    shared.push(ndcg(first(theirs).map(gain), [...scores.values()]))
    same.push(overlap(mine, theirs))
  }
  await Promise.all([both.own.close(), both.shared.close()])
  console.log(
    `| ${title} | ${mean(own).toFixed(4)} | ${mean(shared).toFixed(4)} | ${mean(same).toFixed(3)} (${same.length} queries) |`,
  )
}

const ROUNDS = 3

/** Every search alone, several times behind a round that warms up; the middle one of each counts. */
async function times(index: TermIndex, requests: IndexRequest[]): Promise<number[]> {
  const taken = requests.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, request] of requests.entries()) {
      const began = performance.now()
      await index.search(request)
      if (round > 0) taken[at]?.push(performance.now() - began)
    }
  return taken.map((list) => list.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0).sort((a, b) => a - b)
}

const at = (sorted: number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)

async function compare({ own, shared }: Both, requests: IndexRequest[], names: string[]): Promise<void> {
  const [sets, facets, same]: [number[], number[], number[]] = [[], [], []]
  const others: string[] = []
  for (const [index, request] of requests.entries()) {
    const [mine, theirs] = [await own.search(request), await shared.search(request)]
    const isSame = mine.total === theirs.total && mine.partial === theirs.partial
    const counted = [comparable(mine, own.values()), comparable(theirs, shared.values())].map((each) =>
      JSON.stringify(each.counts),
    )
    sets.push(Number(isSame))
    facets.push(Number(counted[0] === counted[1]))
    same.push(overlap(mine, theirs))
    if (!isSame)
      others.push(`${names[index]}: ${mine.total}+${mine.partial} / ${theirs.total}+${theirs.partial}`)
  }
  console.log(`\nof ${sets.length} searches: totals equal ${mean(sets)}, facets equal ${mean(facets)}`)
  console.log(`overlap of the first ten ${mean(same).toFixed(4)}`)
  if (others.length > 0) console.log(others.join('\n'))
}

async function measure(url: string, count: number): Promise<void> {
  const papers = readAcl()
  if (!papers) return
  const folder = mkdtempSync(join(tmpdir(), 'scinav-cluster-bench-'))
  const both: Both = {
    own: await openTermIndex({ folder, threads: 2 }),
    shared: await openTestIndex(url, 'papers'),
  }
  const queries = mixedQueries(papers)
  const requests = queries.map((query) => mixedRequest(query))
  console.log(
    `\n${count} papers\n\n| | papers/s | bytes a paper | p50 ms | p95 ms | most |\n|---|---|---|---|---|---|`,
  )
  for (const [name, index] of [
    ['embedded', both.own],
    ['OpenSearch', both.shared],
  ] as const) {
    const rate = await feed(index, growPapers(papers, count))
    await index.save()
    const sorted = await times(index, requests)
    const bytes = Math.round(index.state().bytes / count)
    console.log(
      `| ${name} | ${Math.round(rate)} | ${bytes} | ${at(sorted, 0.5)} | ${at(sorted, 0.95)} | ${at(sorted, 1)} |`,
    )
  }
  await compare(both, requests, queries.map(written))
  await Promise.all([both.own.close(), both.shared.close()])
  rmSync(folder, { recursive: true })
}

const [count = '95000', only] = process.argv.slice(3)
const cluster = await startOpenSearch({ heap_mb: 1_400 })
const [url = ''] = cluster.urls
try {
  console.log('| set | embedded | OpenSearch | overlap of the first ten |\n|---|---|---|---|')
  if (only !== 'speed')
    for (const set of SETS)
      if (existsSync(new URL(`../../shared/data/ir/${set.name}`, import.meta.url))) await judge(url, set)
  if (Number(count) > 0) await measure(url, Number(count))
} finally {
  await cluster.stop()
}
