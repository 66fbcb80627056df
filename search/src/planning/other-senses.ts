import { ANY_MASK } from '../index/layout.ts'
import { translationPlan } from './bilingual.ts'
import { andPlan, type Plan } from './plan.ts'
import { MIN_HITS } from './plan-search.ts'
import { pairKey, type TermExpansion } from './query-units.ts'
import { createRequest, type TermIndex } from './term-index.ts'
import { wordPlans } from './word-plans.ts'

/** Minimum share of the papers with a term that are in disciplines of its translation. */
const MIN_SHARED_SUBJECTS = 0.1
/** Number of digits of a discipline code (`0812` of `081202`); further digits are its branches. */
const DISCIPLINE_DIGITS = 4
/** At this number of pairs the cache is emptied; it is also emptied when the library changes. */
const MAX_CACHED_PAIRS = 5_000

/** Results of one state of the library. */
interface SenseCache {
  /** Number of the last change of the library. */
  change: number
  byPair: Map<string, Promise<boolean>>
}
/** The senses found so far, by index. */
const senseCaches = new WeakMap<TermIndex, SenseCache>()

/**
 * Returns the keys (`pairKey`) of the pairs in which the library uses the written term in another sense than its
 * translation: enough papers have the term, and either none has the translation, or those with it belong to other
 * disciplines and no paper has both.
 */
export async function findOtherSensePairs(
  index: TermIndex,
  expansions: TermExpansion[],
): Promise<Set<string>> {
  const pairs = expansions.flatMap(({ from, to }) => to.map((translation) => ({ from, to: translation })))
  const keys = await Promise.all(
    pairs.map(async ({ from, to }) => ((await isOtherSense(index, from, to)) ? [pairKey(from, to)] : [])),
  )
  return new Set(keys.flat())
}

/** Returns the cached result of `compareSenses`, or computes it. */
function isOtherSense(index: TermIndex, from: string, to: string): Promise<boolean> {
  const { change } = index.state()
  let cache = senseCaches.get(index)
  if (cache?.change !== change || cache.byPair.size >= MAX_CACHED_PAIRS) {
    cache = { change, byPair: new Map() }
    senseCaches.set(index, cache)
  }
  const { byPair } = cache
  const key = pairKey(from, to)
  const cached = byPair.get(key)
  if (cached) return cached
  const compared = compareSenses(index, from, to)
  byPair.set(key, compared)
  // A failed comparison is tried again the next time.
  compared.catch(() => byPair.delete(key))
  return compared
}

/** Returns whether the library uses a term in another sense than its translation, see `findOtherSensePairs`. */
async function compareSenses(index: TermIndex, from: string, to: string): Promise<boolean> {
  const written = andPlan(wordPlans(from, { mask: ANY_MASK, weight: 1, exact: false }))
  const termCounts = await countDisciplines(index, written)
  if (termCounts.total < MIN_HITS) return false
  const translation = translationPlan([to])
  const translationCounts = await countDisciplines(index, translation)
  if (translationCounts.total === 0) return true
  // Without disciplines the senses cannot be compared.
  if (termCounts.byDiscipline.size === 0 || translationCounts.byDiscipline.size === 0) return false
  const both = await index.search(createRequest(andPlan([written, translation])))
  if (both.total > 0) return false
  const allPapers = [...termCounts.byDiscipline.values()].reduce((sum, count) => sum + count, 0)
  const sharedPapers = [...termCounts.byDiscipline].reduce(
    (sum, [code, count]) => sum + (translationCounts.byDiscipline.has(code) ? count : 0),
    0,
  )
  return sharedPapers < allPapers * MIN_SHARED_SUBJECTS
}

/** Counts the papers of a plan, and those of each discipline; a paper may belong to several. */
async function countDisciplines(
  index: TermIndex,
  plan: Plan,
): Promise<{ total: number; byDiscipline: Map<string, number> }> {
  const { total, facets } = await index.search({ ...createRequest(plan), facets: ['subject'] })
  const byDiscipline = new Map<string, number>()
  for (const [number, count] of facets.subject?.counts ?? []) {
    const code = index.values().subject.keyOf(number).slice(0, DISCIPLINE_DIGITS)
    byDiscipline.set(code, (byDiscipline.get(code) ?? 0) + count)
  }
  return { total, byDiscipline }
}
