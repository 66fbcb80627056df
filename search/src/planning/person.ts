import { isPinyinSurname } from '../analysis/latin-name.ts'
import { nameQueryTerms } from '../analysis/names.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { WordQuery } from '../query/query.ts'
import type { Plan } from './plan.ts'

const INITIALS = /^\p{Lu}(?:[.-]?\p{Lu})?$/u
const FAMILY = /^\p{Lu}\p{Ll}[\p{L}'-]+$/u
const PINYIN = /^[A-Za-z]{2,}(?:-[A-Za-z]{2,})?$/

/**
 * Whom a query names that is nothing but a name: `C. D. Manning`, `Manning, C. D.`, `Sun Maosong`, which is how 孙茂松 may be
 * written. None where it is none.
 */
export function personPlans(words: WordQuery[]): Plan[] {
  const texts = words.map(({ text }) => text)
  if (!isInitialled(texts) && !isPinyin(texts)) return []
  return authorTerms(texts.join(' '))
}

function isInitialled(texts: string[]): boolean {
  if (texts.length < 2 || texts.length > 4) return false
  const families = texts.filter((text) => FAMILY.test(text))
  const atEdge = FAMILY.test(texts[0] ?? '') || FAMILY.test(texts.at(-1) ?? '')
  return families.length === 1 && atEdge && texts.every((text) => FAMILY.test(text) || INITIALS.test(text))
}

function isPinyin(texts: string[]): boolean {
  return (
    texts.length === 2 &&
    texts.every((text) => PINYIN.test(text)) &&
    texts.some((text) => isPinyinSurname(text.toLowerCase()))
  )
}

function authorTerms(name: string): Plan[] {
  return nameQueryTerms(name).map((term) => {
    return { op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }
  })
}
