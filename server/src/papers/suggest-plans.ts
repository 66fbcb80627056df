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

/** So few letters begin a great part of all words: looking for them costs much and says little. */
const FEW = 3

/** Whether a text is one word that has hardly begun. */
export function isShort(text: string): boolean {
  return text.length < FEW && !CJK.test(text)
}

/**
 * Papers with all typed words in the fields of `mask`, the last word being one that has only begun. Where it has hardly
 * begun, only the words before it count: see `beginsWord`.
 */
export function textPlan(text: string, mask: number): Plan {
  const { head, last } = split(text)
  const words = wordPlans(head, { mask, weight: 1, exact: false })
  if (last.length >= FEW || (last !== '' && words.length === 0)) words.push(beginningWith(last, mask, 1))
  return words.length === 0 ? { op: 'none' } : allOf(words)
}

/** Whether a folded text has a word that begins as the last one of what was typed. */
export function beginsWord(folded: string, text: string): boolean {
  const { last } = split(text)
  return last === '' || folded.split(/[^\p{L}\p{N}+#]+/u).some((word) => word.startsWith(last))
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

const WORDS_OF_A_NAME = 4

/** Beginnings of names that the text may be: 汉字, pinyin in either order, initials. */
export function namePrefixes(text: string): string[] {
  const terms = nameQueryTerms(text).filter((term) => term.length > 1 || CJK.test(term))
  return terms.filter((term) => term.split(' ').length <= WORDS_OF_A_NAME)
}

/** Papers of a journal whose title begins so, or has these words. */
export function sourcePlan(text: string): Plan {
  const whole = sourceKey(text)
  if (whole === '') return { op: 'none' }
  const { head, last } = split(text)
  const words = wordPlans(head, { mask: ANY, weight: 1, exact: false }).map(inSource)
  if (last.length >= FEW) words.push(prefixPlan(SPACES.source + last, ANY))
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
