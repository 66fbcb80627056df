import { expect, inject, test } from 'vitest'
import { openTermIndex } from '../open-term-index.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'
import { comparable, hitsOf } from './comparable.ts'
import { openTestIndex } from './opensearch-index.ts'
import { createRandom } from './random.ts'
import { randomBatches } from './random-library.ts'
import { randomSearch, requestOf } from './random-request.ts'

const CORPORA = 30
const SEARCHES = 180

interface Tally {
  searches: number
  finding: number
  partly: number
  ranked: number
  /** Of the ten best hits of ranked searches, how many both have, in all. */
  shared: number
  shown: number
}

test.each([
  [1, CORPORA],
  [3, 6],
])(
  'random searches over OpenSearch find, count and order what the embedded index does (shards: %i)',
  async (shards, corpora) => {
    const tally: Tally = { searches: 0, finding: 0, partly: 0, ranked: 0, shared: 0, shown: 0 }
    for (let seed = 1; seed <= corpora; seed += 1) await compareCorpus({ seed, shards }, tally)
    expect(tally.searches).toBe(corpora * SEARCHES)
    expect(tally.finding).toBeGreaterThan(tally.searches * 0.4)
    expect(tally.partly).toBeGreaterThan(tally.searches * 0.05)
    expect(tally.shared / tally.shown).toBeGreaterThan(0.98)
    console.info(`shards ${shards}: ${JSON.stringify(tally)}`)
  },
)

async function compareCorpus(
  { seed, shards }: { seed: number; shards: number },
  tally: Tally,
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
  for (let count = 0; count < SEARCHES; count += 1) {
    const search = randomSearch(random)
    const [mine, theirs] = [requestOf(search, shared.values()), requestOf(search, own.values())]
    const [found, expected] = [await shared.search(mine), await own.search(theirs)]
    tally.searches += 1
    if (expected.total > 0) tally.finding += 1
    if (expected.partial > 0) tally.partly += 1
    countShared(tally, theirs, found, expected)
    compare({ seed, search, plan: theirs.plan }, [found, shared, mine], [expected, own, theirs])
  }
  await Promise.all([shared.close(), own.close()])
}

type Asked = [answer: IndexAnswer, index: TermIndex, request: IndexRequest]

function compare(about: object, [found, shared, mine]: Asked, [expected, own, theirs]: Asked): void {
  const [left, right] = [comparable(found, shared.values()), comparable(expected, own.values())]
  const hits = [hitsOf(found, mine), hitsOf(expected, theirs)]
  if (JSON.stringify([left, hits[0]]) === JSON.stringify([right, hits[1]])) return
  expect({ ...about, ...left, hits: hits[0] }).toEqual({ ...about, ...right, hits: hits[1] })
}

const FIRST = 10

function countShared(
  tally: Tally,
  { sort, limit }: IndexRequest,
  found: IndexAnswer,
  own: IndexAnswer,
): void {
  if (sort !== 'relevance' || limit < FIRST) return
  const best = own.hits.slice(0, FIRST).map(({ seq }) => seq)
  const shown = new Set(found.hits.slice(0, FIRST).map(({ seq }) => seq))
  tally.ranked += 1
  tally.shown += best.length
  tally.shared += best.filter((seq) => shown.has(seq)).length
}
