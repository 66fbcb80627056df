import { sourceKey } from '../index/document.ts'
import { ANY_SPACE_MASK, AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import { exactPlan, prefixPlan } from '../planning/field-plans.ts'
import { andPlan, orPlan, type Plan } from '../planning/plan.ts'
import { prefixWordPlan, wordPlans } from '../planning/word-plans.ts'
import { isShortWord, MIN_WORD_CHARS, splitTyped } from './typed-text.ts'

/**
 * Returns a plan of papers with all typed words in the fields of `mask`, the last one as a prefix. A last word of fewer
 * than `MIN_WORD_CHARS` letters is left out when there are words before it: see `beginsWord`.
 */
export function typedTextPlan(text: string, mask: number): Plan {
  const { head, last } = splitTyped(text)
  const words = wordPlans(head, { mask, weight: 1, exact: false })
  if (last.length >= MIN_WORD_CHARS || (last !== '' && words.length === 0))
    words.push(prefixWordPlan(last, mask, 1))
  return words.length === 0 ? { op: 'none' } : andPlan(words)
}

/**
 * Returns a plan of papers with an author whose name, in any spelling, begins with one of the prefixes; a prefix of one
 * or two letters matches only whole terms such as Li for 李.
 */
export function authorPrefixPlan(prefixes: string[]): Plan {
  const mask = AUTHOR_MASKS.any
  return orPlan(
    prefixes.map((prefix) =>
      isShortWord(prefix)
        ? { op: 'term', term: SPACES.author + prefix, mask, weight: 1 }
        : prefixPlan(SPACES.author + prefix, mask),
    ),
  )
}

/** Returns a plan of papers in a source whose title begins with the text, or contains its words. */
export function sourcePrefixPlan(text: string): Plan {
  const key = sourceKey(text)
  if (key === '') return { op: 'none' }
  const { head, last } = splitTyped(text)
  const words = wordPlans(head, { mask: ANY_SPACE_MASK, weight: 1, exact: false }).map(moveIntoSource)
  if (last.length >= MIN_WORD_CHARS) words.push(prefixPlan(SPACES.source + last))
  const titlePlan = prefixPlan(SPACES.source_whole + key)
  return words.length === 0 ? titlePlan : orPlan([titlePlan, andPlan(words)])
}

/**
 * Returns a plan of words in the titles of sources. These have a term space of their own, without positions, so that a
 * phrase becomes a conjunction of its words.
 */
function moveIntoSource(plan: Plan): Plan {
  if (plan.op === 'term') return { ...plan, term: SPACES.source + plan.term, mask: ANY_SPACE_MASK }
  if (plan.op === 'prefix') return { ...plan, prefix: SPACES.source + plan.prefix, mask: ANY_SPACE_MASK }
  if (plan.op === 'phrase') return andPlan(plan.parts.map(({ term }) => exactPlan(SPACES.source + term)))
  if (plan.op === 'and' || plan.op === 'or') return { ...plan, parts: plan.parts.map(moveIntoSource) }
  return plan.op === 'boost' ? moveIntoSource(plan.part) : plan
}
