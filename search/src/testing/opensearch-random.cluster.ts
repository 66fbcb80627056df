import { expect, inject, test } from 'vitest'
import { openTermIndex } from '../open-term-index.ts'
import type { IndexAnswer, IndexRequest, TermIndex } from '../planning/term-index.ts'
import { comparableAnswer, comparableHits } from './comparable.ts'
import { openTestIndex } from './opensearch-index.ts'
import { createRandom } from './random.ts'
import { randomBatches } from './random-library.ts'
import { randomSearch, toIndexRequest } from './random-request.ts'

const CORPUS_COUNT = 30
const SEARCH_COUNT = 180

interface ComparisonTally {
  searches: number
  finding: number
  partly: number
  ranked: number
  /** Total number of hits that the ten best of both indexes have in common, over all ranked searches. */
  shared: number
  shown: number
}

test.each([
  [1, CORPUS_COUNT],
  [3, 6],
])(
  'random searches over OpenSearch find, count and order what the embedded index does (shards: %i)',
  async (shards, corpora) => {
    const tally: ComparisonTally = { searches: 0, finding: 0, partly: 0, ranked: 0, shared: 0, shown: 0 }
    for (let seed = 1; seed <= corpora; seed += 1) await compareCorpus({ seed, shards }, tally)
    expect(tally.searches).toBe(corpora * SEARCH_COUNT)
    expect(tally.finding).toBeGreaterThan(tally.searches * 0.4)
    expect(tally.partly).toBeGreaterThan(tally.searches * 0.05)
    expect(tally.shared / tally.shown).toBeGreaterThan(0.98)
    console.info(`shards ${shards}: ${JSON.stringify(tally)}`)
  },
)

async function compareCorpus(
  { seed, shards }: { seed: number; shards: number },
  tally: ComparisonTally,
): Promise<void> {
  const random = createRandom(seed)
  const shared = await openTestIndex(inject('opensearch'), 'papers', shards)
  const own = await openTermIndex({ folder: null, threads: 0 })
  const batches = randomBatches(random, true)
  for (const [at, batch] of batches.entries()) {
    const more = at < batches.length - 1 && random.once(4)
    await Promise.all([shared.apply(batch, more), own.apply(batch, more)])
  }
  expect(shared.state().papers).toBe(own.state().papers)
  for (let count = 0; count < SEARCH_COUNT; count += 1) {
    const search = randomSearch(random)
    const [mine, theirs] = [toIndexRequest(search, shared.values()), toIndexRequest(search, own.values())]
    const [found, expected] = [await shared.search(mine), await own.search(theirs)]
    tally.searches += 1
    if (expected.total > 0) tally.finding += 1
    if (expected.partial > 0) tally.partly += 1
    countShared(tally, theirs, found, expected)
    compareAnswers({ seed, search, plan: theirs.plan }, [found, shared, mine], [expected, own, theirs])
  }
  await Promise.all([shared.close(), own.close()])
}

type IndexSearch = [answer: IndexAnswer, index: TermIndex, request: IndexRequest]

function compareAnswers(
  about: object,
  [found, shared, mine]: IndexSearch,
  [expected, own, theirs]: IndexSearch,
): void {
  const [left, right] = [comparableAnswer(found, shared.values()), comparableAnswer(expected, own.values())]
  const hits = [comparableHits(found, mine), comparableHits(expected, theirs)]
  if (JSON.stringify([left, hits[0]]) === JSON.stringify([right, hits[1]])) return
  expect({ ...about, ...left, hits: hits[0] }).toEqual({ ...about, ...right, hits: hits[1] })
}

const MAX_COMPARED_HITS = 10

function countShared(
  tally: ComparisonTally,
  { sort, limit }: IndexRequest,
  found: IndexAnswer,
  own: IndexAnswer,
): void {
  if (sort !== 'relevance' || limit < MAX_COMPARED_HITS) return
  const best = own.hits.slice(0, MAX_COMPARED_HITS).map(({ seq }) => seq)
  const shown = new Set(found.hits.slice(0, MAX_COMPARED_HITS).map(({ seq }) => seq))
  tally.ranked += 1
  tally.shown += best.length
  tally.shared += best.filter((seq) => shown.has(seq)).length
}
