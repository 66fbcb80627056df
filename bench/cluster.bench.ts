// npm run bench -- cluster [PAPERS [speed [SHARDS]]]: the engine over a real OpenSearch compared with the embedded one
// in the same run: the quality of the top ten hits (skipped with `speed`), the speed of feeding and searching, and
// whether both find, count and rank the same.
import { existsSync } from 'node:fs'
import { blankWork, type Work } from '../contract/src/index.ts'
import { startOpenSearch } from '../scripts/opensearch.mjs'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { TermIndex } from '../search/src/planning/term-index.ts'
import { openTestIndex } from '../search/src/testing/opensearch-index.ts'
import { mean, overlap, TOP_K, topHits } from './cluster-compare.ts'
import { measureScale } from './cluster-scale.ts'
import { JUDGED_SETS, type JudgedText, ndcg, readJudgements, readSetLines } from './judged-sets.ts'
import { requestFor } from './search-queries.ts'

async function feed(index: TermIndex, works: Work[]): Promise<void> {
  const changes = works.map((work, at) => {
    return { seq: at + 1, change: at + 1, record: JSON.stringify(work), cited_by_count: 0 }
  })
  for (let at = 0; at < changes.length; at += BATCH_SIZE)
    await index.apply(changes.slice(at, at + BATCH_SIZE), at + BATCH_SIZE < changes.length)
}

const BATCH_SIZE = 1_000

async function evaluateSet(url: string, { name, title }: (typeof JUDGED_SETS)[number]): Promise<void> {
  const papers = readSetLines(name, 'corpus.jsonl').map((line): JudgedText => JSON.parse(line))
  const works = papers.map(({ title, text }) => {
    return { ...blankWork(title || text.slice(0, 60), 1), abstract: text }
  })
  const both = {
    own: await openTermIndex({ folder: null, threads: 0 }),
    shared: await openTestIndex(url, 'papers'),
  }
  for (const index of [both.own, both.shared]) await feed(index, works)
  const judged = readJudgements(name)
  const [own, shared, same]: [number[], number[], number[]] = [[], [], []]
  for (const line of readSetLines(name, 'queries.jsonl')) {
    const query: JudgedText = JSON.parse(line)
    const scores = judged.get(String(query._id))
    if (!scores || ![...scores.values()].some((score) => score > 0)) continue
    const gain = (seq: number) => scores.get(String(papers[seq - 1]?._id)) ?? 0
    const request = requestFor(query.text, { limit: TOP_K })
    const [mine, theirs] = await Promise.all([both.own.search(request), both.shared.search(request)])
    own.push(ndcg(topHits(mine).map(gain), [...scores.values()]))
    shared.push(ndcg(topHits(theirs).map(gain), [...scores.values()]))
    same.push(overlap(mine, theirs))
  }
  await Promise.all([both.own.close(), both.shared.close()])
  console.log(
    `| ${title} | ${mean(own).toFixed(4)} | ${mean(shared).toFixed(4)} | ${mean(same).toFixed(3)} (${same.length} queries) |`,
  )
}

const [count = '95000', only, shards = '1'] = process.argv.slice(3)
// The terms of a million papers alone exceed the default heap.
const cluster = await startOpenSearch({ heap_mb: Number(count) > 200_000 ? 3_000 : 1_400 })
try {
  const [node] = cluster.nodes
  if (only !== 'speed') {
    console.log('| set | embedded | OpenSearch | overlap of the first ten |\n|---|---|---|---|')
    for (const set of JUDGED_SETS)
      if (existsSync(new URL(`../../shared/data/ir/${set.name}`, import.meta.url)))
        await evaluateSet(cluster.urls[0] ?? '', set)
  }
  if (node && Number(count) > 0) await measureScale(node, Number(count), Number(shards))
} finally {
  await cluster.stop()
}
