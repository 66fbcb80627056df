import { forEachTerm } from '../analysis/analyse.ts'
import { isEnglishFunctionWord } from '../analysis/function-words.ts'
import { normalizeSpelling } from '../analysis/normalize-spelling.ts'
import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from './plan.ts'
import { cjkPlan, orPlan, PIECE_WEIGHT, phrasePlan } from './word-plans.ts'

/** Terms of one language that stand for terms of the other. */
export interface Bilingual {
  /** By the Chinese term: its English ones. */
  fromChinese: Map<string, string[]>
  /** By the stems of the English term, joined with spaces: its Chinese ones. */
  fromEnglish: Map<string, string[]>
  /** The longest key of each, in characters and in words. */
  longest: { chinese: number; english: number }
  /** Whether a term stands for other forms of its words too, as in questions: `mitigating` for 缓解, mitigate. */
  inflected?: boolean
}

const HAN_CHARACTER = /\p{Script=Han}/u
const EXPANSION_WEIGHT = 0.5

export function emptyBilingual(): Bilingual {
  return { fromChinese: new Map(), fromEnglish: new Map(), longest: { chinese: 0, english: 0 } }
}

/** The same terms, to add others to. */
export function copyBilingual({ fromChinese, fromEnglish, longest }: Bilingual): Bilingual {
  const copied = (map: Map<string, string[]>) => new Map([...map].map(([key, terms]) => [key, [...terms]]))
  return { fromChinese: copied(fromChinese), fromEnglish: copied(fromEnglish), longest: { ...longest } }
}

export function addPair(into: Bilingual, chinese: string, english: string): void {
  const key = englishKey(english)
  if (key === '') return
  appendValue(into.fromChinese, chinese, english)
  appendValue(into.fromEnglish, key, chinese)
  into.longest.chinese = Math.max(into.longest.chinese, chinese.length)
  into.longest.english = Math.max(into.longest.english, key.split(' ').length)
}

/** Articles and the like of French, Spanish and Italian, which titles have. */
const FOREIGN_ARTICLES = new Set('un la le il en el es di da du au al et ne se si'.split(' '))
const ACRONYM = /^[A-Z][A-Z\d]{1,5}$/

/** An abbreviation is no form of another word: `INS` is not `in`, nor `UN` the French article. */
const englishKey = (english: string): string =>
  ACRONYM.test(english) ? `=${english.toLowerCase()}` : englishStems(english)

/**
 * The Chinese terms of a written English one: of an abbreviation as such, unless it is a function word in small letters,
 * and of a term whose words differ from the written ones in number and spelling at most. `machine` is no `machining`, 切削加工,
 * though both have one stem.
 */
export function chineseForWritten(
  { fromEnglish, fromChinese, inflected }: Bilingual,
  written: string,
  stems: string,
): string[] {
  const isWord =
    (isEnglishFunctionWord(written) || FOREIGN_ARTICLES.has(written.toLowerCase())) &&
    written !== written.toUpperCase()
  const short = isWord ? [] : (fromEnglish.get(`=${written.toLowerCase()}`) ?? [])
  const long = fromEnglish.get(stems) ?? []
  const form = singularForm(written)
  const alike = long.filter((term) => {
    const english = fromChinese.get(term)
    return inflected || !english || english.some((each) => singularForm(each) === form)
  })
  return [...new Set([...short, ...alike])]
}

/** The Chinese terms of a key, whether it is that of a term or of an abbreviation. */
export const chineseForKey = ({ fromEnglish }: Pick<Bilingual, 'fromEnglish'>, key: string): string[] => [
  ...(fromEnglish.get(key) ?? []),
  ...(fromEnglish.get(`=${key}`) ?? []),
]

/** Words in one spelling, without what makes them many. */
function singularForm(text: string): string {
  const words = text.toLowerCase().split(/[\s-]+/)
  return words
    .map((word) =>
      normalizeSpelling(word)
        .replace(/(?<=[a-z]{2})ies$/, 'y')
        .replace(/(?<=[^su])s$/, ''),
    )
    .join(' ')
}

function appendValue(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The stems of a text's words, the key of an English term. */
export function englishStems(text: string): string {
  const stems: string[] = []
  forEachTerm(text, (term, position) => {
    if (!term.startsWith('=')) stems[position] ??= term
  })
  return stems.filter(Boolean).join(' ')
}

/**
 * Terms of the other language. All parts of one together weigh half of a word: a rare Chinese term of five pairs would
 * otherwise outweigh the English words it stands for.
 */
export function translationPlan(terms: string[]): Plan {
  return orPlan(
    terms.map((term) =>
      weighAsExpansion(
        /\p{Script=Han}/u.test(term) ? cjkPlan(term, { mask: ANY_MASK, weight: 1 }) : stemPhrase(term),
      ),
    ),
  )
}

/** Translations that weigh no more than the words they stand for, however rare they are themselves. */
export function boundByWritten(plan: Plan, written: string[]): Plan {
  if (plan.op === 'or') return { ...plan, parts: plan.parts.map((part) => boundByWritten(part, written)) }
  return plan.op === 'term' || plan.op === 'phrase' ? { ...plan, written } : plan
}

/** The same where several words share it. */
export function shareWeight(plan: Plan, words: number): Plan {
  if (plan.op === 'or') return { ...plan, parts: plan.parts.map((part) => shareWeight(part, words)) }
  return plan.op === 'term' || plan.op === 'phrase' ? { ...plan, weight: plan.weight / words } : plan
}

/** Words of English terms of several words, for papers that say them apart; all of one weigh what a piece of a word does. */
export function translationPieces(terms: string[]): Plan[] {
  return terms.flatMap((term) => {
    const plan = translationPlan([term])
    if (plan.op !== 'phrase' || HAN_CHARACTER.test(term)) return []
    const weight = PIECE_WEIGHT / plan.parts.length
    return plan.parts.map((part): Plan => ({ op: 'term', term: part.term, mask: ANY_MASK, weight }))
  })
}

function weighAsExpansion(plan: Plan): Plan {
  if (plan.op === 'phrase') return { ...plan, weight: EXPANSION_WEIGHT / plan.parts.length }
  return plan.op === 'term' ? { ...plan, weight: EXPANSION_WEIGHT } : plan
}

function stemPhrase(term: string): Plan {
  const parts = englishStems(term)
    .split(' ')
    .map((stem, offset) => ({ term: stem, offset }))
  const [first] = parts
  if (!first) return phrasePlan(term, { mask: ANY_MASK, weight: 1 })
  return parts.length === 1
    ? { op: 'term', term: first.term, mask: ANY_MASK, weight: 1 }
    : { op: 'phrase', parts, mask: ANY_MASK, weight: 1 }
}
