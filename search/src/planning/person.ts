import { isPinyinSurname } from '../analysis/latin-name.ts'
import { nameQueryTerms } from '../analysis/names.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { WordQuery } from '../query/query.ts'
import type { Plan } from './plan.ts'

const NAME_INITIALS = /^\p{Lu}(?:[.-]?\p{Lu})?$/u
const FAMILY_NAME = /^\p{Lu}\p{Ll}[\p{L}'-]+$/u
const PINYIN_WORD = /^[A-Za-z]{2,}(?:-[A-Za-z]{2,})?$/

/**
 * Returns the plans of the author that a query names when it is nothing but a name: `C. D. Manning`, `Manning, C. D.`,
 * or `Sun Maosong`, which may be 孙茂松. Returns no plans for other queries.
 */
export function personPlans(words: WordQuery[]): Plan[] {
  const texts = words.map(({ text }) => text)
  if (!hasInitials(texts) && !isPinyin(texts)) return []
  return authorPlans(texts.join(' '))
}

function hasInitials(texts: string[]): boolean {
  if (texts.length < 2 || texts.length > 4) return false
  const families = texts.filter((text) => FAMILY_NAME.test(text))
  const atEdge = FAMILY_NAME.test(texts[0] ?? '') || FAMILY_NAME.test(texts.at(-1) ?? '')
  return (
    families.length === 1 &&
    atEdge &&
    texts.every((text) => FAMILY_NAME.test(text) || NAME_INITIALS.test(text))
  )
}

function isPinyin(texts: string[]): boolean {
  return (
    texts.length === 2 &&
    texts.every((text) => PINYIN_WORD.test(text)) &&
    texts.some((text) => isPinyinSurname(text.toLowerCase()))
  )
}

function authorPlans(name: string): Plan[] {
  return nameQueryTerms(name).map((term) => {
    return { op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }
  })
}
