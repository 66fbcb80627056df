// node bench/search-build.ts FOLDER COUNT: builds an index of COUNT papers in FOLDER in one thread, prints the speed.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Work } from '../contract/src/index.ts'
import { createWriter, type IndexWriter } from '../search/src/index/writer.ts'
import { aclWork, readAcl } from './corpus.ts'
import { growPapers } from './generated-papers.ts'
import { mixedQueries, QUERIES_FILE, SAMPLES_FILE } from './search-queries.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const papers = readAcl() ?? []
const BATCH_SIZE = 500

interface TimeSpent {
  seconds: number
  cpu: number
}

function addTimeSpent(spent: TimeSpent, work: () => void): void {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  work()
  const { user, system } = process.cpuUsage(cpu)
  spent.seconds += (performance.now() - started) / 1000
  spent.cpu += (user + system) / 1e6
}

/** Adds works as the product does, 500 at a time, with merges in between. */
function build(writer: IndexWriter, works: Iterable<Work>): TimeSpent & { papers: number } {
  const spent = { seconds: 0, cpu: 0 }
  let seq = 0
  let chunk: { seq: number; change: number; record: string; cited_by_count: number }[] = []
  const flush = (more: boolean) => {
    addTimeSpent(spent, () => {
      let { unfinished } = writer.apply(chunk, more)
      while (unfinished && !more) unfinished = writer.merge().unfinished
      if (unfinished) writer.merge()
    })
    chunk = []
  }
  for (const work of works) {
    seq += 1
    chunk.push({ seq, change: seq, record: JSON.stringify(work), cited_by_count: 0 })
    if (chunk.length === BATCH_SIZE) flush(true)
  }
  flush(false)
  return { ...spent, papers: seq }
}

function* plainWorks(): Generator<Work> {
  for (const paper of papers) yield aclWork(paper)
}

const MERGE_SLICE_MS = 50
// Twice, because the code is still being compiled in the first round.
build(createWriter({ folder: null, merge_step_ms: MERGE_SLICE_MS }), plainWorks())
const plain = build(createWriter({ folder: null, merge_step_ms: MERGE_SLICE_MS }), plainWorks())
const writer = createWriter({ folder: join(folder, 'index'), merge_step_ms: MERGE_SLICE_MS })
const grown = build(writer, growPapers(papers, Number(count)))
const saving = { seconds: 0, cpu: 0 }
addTimeSpent(saving, () => writer.save())
const files = readdirSync(join(folder, 'index')).map((name) => statSync(join(folder, 'index', name)))
const bytes = files.reduce((sum, { size }) => sum + size, 0)
const samples = papers.slice(0, 50_000).map((paper) => JSON.stringify(aclWork(paper)))
writeFileSync(join(folder, SAMPLES_FILE), samples.join('\n'))
writeFileSync(join(folder, QUERIES_FILE), JSON.stringify(mixedQueries(papers)))
console.log(JSON.stringify({ plain, grown, saving, bytes, rss: process.memoryUsage.rss() }))
