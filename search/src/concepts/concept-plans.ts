// What the plans of concepts search for: their words, languages, lengths and pieces.
import { SPACES } from '../index/terms.ts'
import { type Plan, scoringLeaves, writtenPart } from '../planning/plan.ts'

/** Returns the plans of the concepts that a query plan consists of; none for a query of everything or nothing. */
export function conceptPlans(plan: Plan): Plan[] {
  if (plan.op === 'all' || plan.op === 'none') return []
  return plan.op === 'and' || plan.op === 'min_should_match' ? plan.parts : [plan]
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns whether a plan searches for Chinese words only. */
export function isChineseOnly(plan: Plan): boolean {
  const words = planWords(plan)
  return words.length > 0 && words.every((word) => HAN_CHARACTER.test(word))
}

/** Returns the words that a plan searches for in texts, including those of translations; a word may be repeated. */
export function planWords(plan: Plan): string[] {
  return scoringLeaves(plan)
    .flatMap((leaf) => {
      if (leaf.op === 'prefix') return [leaf.prefix]
      return leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)
    })
    .filter((term) => !term.startsWith(SPACES.author))
}

/** Number of words that `lengthFactor` counts, and what each after the first adds. */
const MAX_COUNTED_WORDS = 3
const WEIGHT_PER_WORD = 0.4

/**
 * Returns the weight factor of a term's length, 1 + 0.4 · (min(3, n) − 1) for n words: a longer term says more about
 * the query.
 */
export function lengthFactor(plan: Plan): number {
  return 1 + WEIGHT_PER_WORD * (Math.min(MAX_COUNTED_WORDS, wordCount(plan)) - 1)
}

/** Counts the words of a term as written, without translations; two character pairs count as about one word. */
function wordCount(plan: Plan): number {
  if (plan.op === 'boost') return wordCount(plan.part)
  if (plan.op === 'or') return plan.parts[0] ? wordCount(plan.parts[0]) : 1
  if (plan.op === 'and') return plan.parts.reduce((sum, part) => sum + wordCount(part), 0)
  if (plan.op !== 'phrase') return 1
  return plan.parts.every(({ term }) => HAN_CHARACTER.test(term))
    ? Math.ceil(plan.parts.length / 2)
    : plan.parts.length
}

/**
 * Returns the pieces of a term: the words of a Chinese run, its character pairs when no text contains it, or the words
 * of an English term that no text contains; [] for a single word.
 *
 * @param isFound whether some text contains the whole term.
 */
export function planPieces(plan: Plan, isFound: boolean): Plan[] {
  const isChinese = isChineseOnly(plan)
  if (isFound && !isChinese) return []
  const written = writtenPart(plan)
  if (written.op === 'and') return written.parts
  // A run of up to two character pairs is not split.
  if (!isChinese || isFound || written.op !== 'phrase' || written.parts.length < 3) return []
  return written.parts.map(({ term }) => ({ op: 'term', term, mask: written.mask, weight: written.weight }))
}
