import { ANY_MASK } from '../index/layout.ts'
import { translationPlan } from './bilingual.ts'
import { createIndexCache } from './index-cache.ts'
import { andPlan, type Plan } from './plan.ts'
import { MIN_HITS } from './plan-search.ts'
import { pairKey, type TermExpansion } from './query-units.ts'
import { createRequest, type TermIndex } from './term-index.ts'
import { wordPlans } from './word-plans.ts'

/** Minimum share of the papers with a term that are in disciplines of its translation. */
const MIN_SHARED_SUBJECTS = 0.1
/** Number of digits of a discipline code (`0812` of `081202`); further digits are its branches. */
const DISCIPLINE_DIGITS = 4
/** Number of pairs at which their cache is emptied. */
const MAX_CACHED_PAIRS = 5_000
/** Returns whether the terms of a pair have different senses, which is determined once for a `pairKey`. */
const getComparison = createIndexCache<boolean>(MAX_CACHED_PAIRS)

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
    pairs.map(async ({ from, to }) => {
      const key = pairKey(from, to)
      return (await getComparison(index, key, () => compareSenses(index, from, to))) ? [key] : []
    }),
  )
  return new Set(keys.flat())
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
