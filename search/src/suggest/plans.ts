import { sourceKey } from '../index/document.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { Plan, PrefixPlan } from '../planning/plan.ts'
import { allOf, beginningWith, oneOf, wordPlans } from '../planning/word-plans.ts'
import { FEW, isShort, splitTyped } from './typed.ts'

/**
 * Papers with all typed words in the fields of `mask`, the last word being one that has only begun. Where it has hardly
 * begun, only the words before it count: see `beginsWord`.
 */
export function textPlan(text: string, mask: number): Plan {
  const { head, last } = splitTyped(text)
  const words = wordPlans(head, { mask, weight: 1, exact: false })
  if (last.length >= FEW || (last !== '' && words.length === 0)) words.push(beginningWith(last, mask, 1))
  return words.length === 0 ? { op: 'none' } : allOf(words)
}

/** Papers with an author whose name, in any of its spellings, begins so; of two letters only 李 Li and the like. */
export function authorPlan(prefixes: string[]): Plan {
  const mask = AUTHOR_MASKS.any
  return oneOf(
    prefixes.map((prefix) =>
      isShort(prefix)
        ? { op: 'term', term: SPACES.author + prefix, mask, weight: 1 }
        : prefixPlan(SPACES.author + prefix, mask),
    ),
  )
}

/** Papers of a journal whose title begins so, or has these words. */
export function sourcePlan(text: string): Plan {
  const whole = sourceKey(text)
  if (whole === '') return { op: 'none' }
  const { head, last } = splitTyped(text)
  const words = wordPlans(head, { mask: ANY, weight: 1, exact: false }).map(inSource)
  if (last.length >= FEW) words.push(prefixPlan(SPACES.source + last, ANY))
  const begins = prefixPlan(SPACES.source_whole + whole, ANY)
  return words.length === 0 ? begins : oneOf([begins, allOf(words)])
}

const ANY = 0xff

const prefixPlan = (prefix: string, mask: number): PrefixPlan => ({
  op: 'prefix',
  prefix,
  pattern: null,
  mask,
  weight: 1,
})

/** Words of sources stand in a space of their own, without places. */
function inSource(plan: Plan): Plan {
  if (plan.op === 'term') return { ...plan, term: SPACES.source + plan.term, mask: ANY }
  if (plan.op === 'prefix') return { ...plan, prefix: SPACES.source + plan.prefix, mask: ANY }
  if (plan.op === 'phrase')
    return allOf(plan.parts.map(({ term }) => inSource({ op: 'term', term, mask: ANY, weight: 1 })))
  if (plan.op === 'and' || plan.op === 'or') return { ...plan, parts: plan.parts.map(inSource) }
  return plan.op === 'boost' ? inSource(plan.part) : plan
}
