import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTermIndex } from './open-term-index.ts'
import type { TermIndex } from './planning/term-index.ts'
import { comparableAnswer, comparableHits } from './testing/comparable.ts'
import { createOracle } from './testing/oracle.ts'
import { createRandom } from './testing/random.ts'
import { randomBatches } from './testing/random-library.ts'
import { type RandomSearch, randomSearch, toIndexRequest } from './testing/random-request.ts'

const CORPORA = 140
const SEARCHES = 31
/** Seeds that once found a fault, before those that count up. */
const KNOWN_SEEDS: number[] = []
const GROUPS = 7

const groups = Array.from({ length: GROUPS }, (_, group) => {
  const seeds = Array.from({ length: CORPORA / GROUPS }, (_, at) => group + at * GROUPS)
  return [group, group === 0 ? [...KNOWN_SEEDS, ...seeds] : seeds] as const
})

test.each(groups)(
  'random searches find, count and order what reading every paper finds, part %i',
  async (_, seeds) => {
    const tally = { searches: 0, finding: 0, partly: 0 }
    for (const seed of seeds) await compareCorpus(seed, tally)
    expect(tally.searches).toBeGreaterThan((CORPORA * SEARCHES * 0.9) / GROUPS)
    expect(tally.finding).toBeGreaterThan(tally.searches * 0.5)
    expect(tally.partly).toBeGreaterThan(tally.searches * 0.05)
  },
)

interface Tally {
  searches: number
  /** Searches that find something, and those whose words do not all stand in enough papers. */
  finding: number
  partly: number
}

interface Comparison {
  seed: number
  index: TermIndex
  oracle: TermIndex
  onlyGrows: boolean
  tally: Tally
}

async function compareCorpus(seed: number, tally: Tally): Promise<void> {
  const random = createRandom(seed)
  const onlyGrows = random.once(3)
  const folder = random.once(20) ? mkdtempSync(join(tmpdir(), 'scinav-index-')) : null
  const oracle = createOracle()
  let index = await openTermIndex({ folder, threads: 0 })
  const batches = randomBatches(random, onlyGrows)
  for (const [at, batch] of batches.entries()) {
    const more = at < batches.length - 1 && random.once(4)
    const applied = index.apply(batch, more)
    await oracle.apply(batch, more)
    // Now and then the next batch comes while segments are being merged.
    if (random.once(2)) await moments(random.below(9))
    else await applied
    if (folder && random.once(3)) await index.save()
    if (random.once(2)) await compareSearch(randomSearch(random), { seed, index, oracle, onlyGrows, tally })
  }
  if (folder) {
    await index.close()
    index = await openTermIndex({ folder, threads: 0 })
    rmSync(folder, { recursive: true })
  }
  const comparison = { seed, index, oracle, onlyGrows, tally }
  for (let count = 1; count < SEARCHES; count += 1) await compareSearch(randomSearch(random), comparison)
  expect({ seed, papers: index.state().papers }).toEqual({ seed, papers: oracle.state().papers })
  if (onlyGrows) await compareWords(seed, index, oracle)
  await index.close()
}

async function moments(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await null
}

async function compareSearch(search: RandomSearch, comparison: Comparison): Promise<void> {
  const { seed, index, oracle, onlyGrows, tally } = comparison
  const asked = toIndexRequest(search, index.values())
  // How rare a word is counts papers that are gone until a merge forgets them: no sentences where papers go.
  if (asked.plan.op === 'min_should_match' && !onlyGrows) return
  const found = await index.search(asked)
  const expected = await oracle.search(toIndexRequest(search, oracle.values()))
  tally.searches += 1
  if (found.total > 0) tally.finding += 1
  if (found.partial > 0) tally.partly += 1
  const [mine, theirs] = [
    comparableAnswer(found, index.values()),
    comparableAnswer(expected, oracle.values()),
  ]
  const hits = { found: comparableHits(found, asked), expected: comparableHits(expected, asked) }
  // One comparison of texts: thousands of `expect` would take longer than the searches.
  if (JSON.stringify([mine, hits.found]) === JSON.stringify([theirs, hits.expected])) return
  const { plan, fallback } = asked
  expect({ seed, search, plan, fallback, ...mine, hits: hits.found }).toEqual({
    ...{ seed, search, plan, fallback },
    ...theirs,
    hits: hits.expected,
  })
}

async function compareWords(seed: number, index: TermIndex, oracle: TermIndex): Promise<void> {
  for (const prefix of ['gra', 'l', '深', 'x'])
    expect([seed, prefix, await index.wordsWith(prefix, 9)]).toEqual([
      seed,
      prefix,
      await oracle.wordsWith(prefix, 9),
    ])
}
