import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AllValues } from './index/values.ts'
import { openTermIndex } from './open-term-index.ts'
import type { FacetName, IndexAnswer, IndexRequest } from './planning/request.ts'
import type { TermIndex } from './planning/term-index.ts'
import { createOracle } from './testing/oracle.ts'
import { createRandom } from './testing/random.ts'
import { randomBatches } from './testing/random-library.ts'
import { type RandomSearch, randomSearch, requestOf } from './testing/random-request.ts'

const CORPORA = 700
const SEARCHES = 31
/** Seeds that once found a fault, before those that count up. */
const KEPT: number[] = []
const GROUPS = 7

const groups = Array.from({ length: GROUPS }, (_, group) => {
  const seeds = Array.from({ length: CORPORA / GROUPS }, (_, at) => group + at * GROUPS)
  return [group, group === 0 ? [...KEPT, ...seeds] : seeds] as const
})

test.each(groups)(
  'random searches find, count and order what reading every paper finds, part %i',
  async (_, seeds) => {
    const tally = { searches: 0, finding: 0, partly: 0 }
    for (const seed of seeds) await compareCorpus(seed, tally)
    expect(tally.searches).toBeGreaterThan(20_000 / GROUPS)
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
  const asked = requestOf(search, index.values())
  // How rare a word is counts papers that are gone until a merge forgets them: no sentences where papers go.
  if (asked.plan.op === 'min_should_match' && !onlyGrows) return
  const found = await index.search(asked)
  const expected = await oracle.search(requestOf(search, oracle.values()))
  tally.searches += 1
  if (found.total > 0) tally.finding += 1
  if (found.partial > 0) tally.partly += 1
  const [mine, theirs] = [comparable(found, index.values()), comparable(expected, oracle.values())]
  const hits = { found: hitsOf(found, asked), expected: hitsOf(expected, asked) }
  // One comparison of texts: thousands of `expect` would take longer than the searches.
  if (JSON.stringify([mine, hits.found]) === JSON.stringify([theirs, hits.expected])) return
  const { plan, fallback } = asked
  expect({ seed, search, plan, fallback, ...mine, hits: hits.found }).toEqual({
    ...{ seed, search, plan, fallback },
    ...theirs,
    hits: hits.expected,
  })
}

/** What must be the same, with values by their keys. */
function comparable(answer: IndexAnswer, values: AllValues) {
  const { total, partial, counts_partial, unfiltered, titled, kept_out, facets } = answer
  const names = Object.keys(facets).sort() as FacetName[]
  const counts = names.map((name) => {
    const { counts, more } = facets[name] ?? { counts: [], more: false }
    const named = counts.map(([value, count]) => `${keyOf(name, value, values)}: ${count}`)
    return [name, more, more ? countsOf(counts) : named.sort()]
  })
  return { total, partial, counts_partial, unfiltered, titled, kept_out, counts }
}

/** Of equal counts those of the values that came first are shown: the counts are the same, the values need not be. */
const countsOf = (counts: [number, number][]) => counts.map(([, count]) => count)

function keyOf(name: FacetName, value: number, values: AllValues): string {
  if (name === 'year' || name === 'resource_type' || name === 'is_oa') return String(value)
  return values[name].keyOf(value)
}

/** Hits in their order where it is told, else those of a title, others of the plan and partial matches as sets. */
function hitsOf({ hits, total, titled }: IndexAnswer, { sort, limit }: IndexRequest): number[][] {
  const seqs = hits.map(({ seq }) => seq)
  if (sort !== 'relevance') return [seqs]
  if (limit < seqs.length || limit < 100) return [[seqs.length]]
  return [seqs.slice(0, titled), seqs.slice(titled, total), seqs.slice(total)].map((tier) =>
    tier.sort((a, b) => a - b),
  )
}

async function compareWords(seed: number, index: TermIndex, oracle: TermIndex): Promise<void> {
  for (const prefix of ['gra', 'l', '深', 'x'])
    expect([seed, prefix, await index.wordsWith(prefix, 9)]).toEqual([
      seed,
      prefix,
      await oracle.wordsWith(prefix, 9),
    ])
}
