import { fold } from '../search/analyse/fold.ts'
import { nameQueryTerms } from '../search/analyse/names.ts'
import { sourceKey } from '../search/document.ts'
import type { Plan } from '../search/engine/plan.ts'
import { allOf, beginningWith, oneOf, wordPlans } from '../search/engine/words.ts'
import { AUTHOR_MASKS, SPACES } from '../search/segment/terms.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What somebody has typed so far, as it is compared: folded. */
export function typedText(keyword: string): string {
  return fold(visibleText(keyword), false).text.replace(/\s+/g, ' ').trim()
}

/** A text as it was typed, without signs that cannot be seen. */
export function visibleText(keyword: string): string {
  return keyword
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
}

/** Too little to look for in titles and names: a single letter begins everything. */
export function isTooShort(text: string): boolean {
  return text.length < 2 && !CJK.test(text)
}

/** Papers with all typed words in the fields of `mask`, the last word being one that has only begun. */
export function textPlan(text: string, mask: number): Plan {
  const { head, last } = split(text)
  const words = wordPlans(head, { mask, weight: 1, exact: false })
  if (last !== '') words.push(beginningWith(last, mask, 1))
  return words.length === 0 ? { op: 'none' } : allOf(words)
}

/** Papers with an author whose name, in any of its spellings, begins so. */
export function authorPlan(prefixes: string[]): Plan {
  return oneOf(prefixes.map((prefix) => prefixPlan(SPACES.author + prefix, AUTHOR_MASKS.any)))
}

/** Beginnings of names that the text may be: 汉字, pinyin in either order, initials. */
export function namePrefixes(text: string): string[] {
  return nameQueryTerms(text).filter((term) => !isTooShort(term))
}

/** Papers of a journal whose title begins so, or has these words. */
export function sourcePlan(text: string): Plan {
  const whole = sourceKey(text)
  if (whole === '') return { op: 'none' }
  const { head, last } = split(text)
  const words = wordPlans(head, { mask: ANY, weight: 1, exact: false }).map(inSource)
  if (last !== '') words.push(prefixPlan(SPACES.source + last, ANY))
  const begins = prefixPlan(SPACES.source_whole + whole, ANY)
  return words.length === 0 ? begins : oneOf([begins, allOf(words)])
}

const ANY = 0xff

const prefixPlan = (prefix: string, mask: number): Plan => ({
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

/** The finished words, and the letters of the one that is being written; Chinese needs no such part. */
function split(text: string): { head: string; last: string } {
  const last = /[\p{L}\p{N}+#]+$/u.exec(text)?.[0] ?? ''
  const run = [...last].findLastIndex((character) => CJK.test(character))
  const begun = [...last].slice(run + 1).join('')
  return { head: text.slice(0, text.length - begun.length), last: begun }
}
