// Retrieval among many passages: the time of searches, memory, and the time to build and open the index.
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine, openPassages, type PassageRecord } from '../search/src/index.ts'
import { readAcl } from './corpus.ts'

const DATASETS = 1_000
/** Number of datasets that the searching user may read, evenly spread over all. */
const READABLE_DATASETS = 200
const PASSAGES_PER_DOCUMENT = 100
const BATCH_SIZE = 500
const QUERY_COUNT = 200
/** Distance of the titles that are searched; prime, so that none is searched twice. */
const QUERY_STRIDE = 449
// As chats search.
const MAX_HITS = 60
const MIN_CONCEPT_SHARE = 0.35

/** Deciles of the word counts of the 292 English passages of 26 files in `shared/data`; 144 on average. */
const PASSAGE_LENGTH_DECILES = [5, 16, 36, 73, 116, 160, 201, 238, 274, 320]
const HEADINGS = ['Introduction', 'Related work', 'Data and methods', 'Experiments', 'Results', 'Conclusion']

/**
 * Generates passages with the words of real abstracts: each joins two abstracts of the corpus.
 *
 * @param hasRealLengths whether they are truncated to the lengths of real passages
 */
function* generatePassages(count: number, hasRealLengths: boolean) {
  const abstracts = (readAcl() ?? []).flatMap(({ abstract }) => abstract ?? [])
  if (abstracts.length === 0) throw new Error('shared/data/acl is not here')
  for (let at = 0; at < count; at += 1) {
    const document = Math.floor(at / PASSAGES_PER_DOCUMENT)
    // The stride changes every round, so that no passage occurs twice.
    const stride = 1 + Math.floor(at / abstracts.length)
    const both = `${abstracts[at % abstracts.length]} ${abstracts[(at + stride) % abstracts.length]}`
    const length = PASSAGE_LENGTH_DECILES[at % PASSAGE_LENGTH_DECILES.length]
    const record: PassageRecord = {
      dataset_id: `d${document % DATASETS}`,
      document_id: `o${document}`,
      headings: [`Document ${document}`, HEADINGS[at % HEADINGS.length] ?? ''],
      text: hasRealLengths ? both.split(' ').slice(0, length).join(' ') : both,
      language: 'en',
    }
    yield { seq: at + 1, change: document + 1, record: JSON.stringify(record), cited_by_count: 0 }
  }
}

const MB = 1024 * 1024
/** Formats a quantile of times in ascending order. */
const formatQuantile = (times: number[], share: number) =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(1)

/** Builds an index of generated passages in a folder. */
async function buildIndex(folder: string, count: number, hasRealLengths: boolean): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const index = await openPassages({ folder, threads: 'only to write' })
  let chunk = []
  for (const change of generatePassages(count, hasRealLengths)) {
    chunk.push(change)
    if (chunk.length < BATCH_SIZE) continue
    await index.apply(chunk, true)
    chunk = []
  }
  await index.apply(chunk, false)
  await index.save()
  await index.close()
}

/**
 * Runs retrieval tests among passages, as chats search them, with the rights of a user in some of the datasets, and
 * prints a table.
 *
 * @param hasRealLengths see `generatePassages`
 */
export async function passagesBench(folder: string, count: number, hasRealLengths: boolean): Promise<void> {
  const buildStart = performance.now()
  await buildIndex(folder, count, hasRealLengths)
  const buildSeconds = (performance.now() - buildStart) / 1000
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const memoryBefore = process.memoryUsage.rss()
  const openStart = performance.now()
  const index = await openPassages({ folder, threads: 2 })
  const words = await openEngine({ folder: null, threads: 0 })
  const openMs = performance.now() - openStart
  const filters = {
    dataset_ids: Array.from(
      { length: READABLE_DATASETS },
      (_, n) => `d${n * (DATASETS / READABLE_DATASETS)}`,
    ),
  }
  const titles = (readAcl() ?? []).map(({ title }) => title)
  /** Duration and processor time of each search, in milliseconds. */
  const [times, processorTimes]: [number[], number[]] = [[], []]
  let hitCount = 0
  for (let n = 0; n < QUERY_COUNT; n += 1) {
    const query = titles[(n * QUERY_STRIDE) % titles.length] ?? ''
    const start = performance.now()
    const usageBefore = process.cpuUsage()
    const concepts = await words.concepts(query, [await index.countWithin(filters)])
    const hits = await index.findByConcepts(concepts, {
      share: MIN_CONCEPT_SHARE,
      among: null,
      filters,
      limit: MAX_HITS,
    })
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(usageBefore)
    processorTimes.push((user + system) / 1_000)
    hitCount += hits.length
  }
  for (const all of [times, processorTimes]) all.sort((a, b) => a - b)
  console.log(`
| ${count} passages ${hasRealLengths ? 'of real lengths' : 'of two abstracts'}, ${READABLE_DATASETS} of ${DATASETS} datasets | goal | figure |
|---|---|---|
| hit test p50, p95, ms (concepts and passages) | p95 ≤ 30 | ${formatQuantile(times, 0.5)}, ${formatQuantile(times, 0.95)} |
| of it processor time of all threads p50, p95, ms | | ${formatQuantile(processorTimes, 0.5)}, ${formatQuantile(processorTimes, 0.95)} |
| memory, MB (index files; process beyond what was there before) | ≤ 800 | ${Math.round(size / MB)}; ${Math.round((process.memoryUsage.rss() - memoryBefore) / MB)} |
| open, ms | | ${openMs.toFixed(0)} |
| build, s | | ${buildSeconds.toFixed(0)} |
| passages found a query | | ${(hitCount / QUERY_COUNT).toFixed(1)} |`)
  await Promise.all([index.close(), words.close()])
}
