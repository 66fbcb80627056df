import { forEachTerm } from '../analysis/analyze.ts'
import { isEnglishFunctionWord } from '../analysis/function-words.ts'
import { normalizeSpelling } from '../analysis/normalize-spelling.ts'
import { isExactForm } from '../analysis/word-forms.ts'
import { ANY_MASK } from '../index/layout.ts'
import { orPlan, type Plan } from './plan.ts'
import { cjkPlan, PIECE_WEIGHT, phrasePlan } from './word-plans.ts'

/** Pairs of Chinese and English terms that translate each other. */
export interface Bilingual {
  /** English terms by Chinese term. */
  fromChinese: Map<string, string[]>
  /** Chinese terms by the key of an English term: see `englishKey`. */
  fromEnglish: Map<string, string[]>
  /** Length of the longest key of each map: in characters (Chinese) and in words (English). */
  longest: { chinese: number; english: number }
  /** Whether a term also matches other inflections of its words, as in questions: `mitigating` for 缓解, mitigate. */
  inflected?: boolean
}

/** Matches a Chinese character, which tells Chinese terms from English ones. */
const HAN_CHARACTER = /\p{Script=Han}/u
/** Weight of a translation, relative to a written word. */
const EXPANSION_WEIGHT = 0.5

/** Returns a dictionary without pairs. */
export function emptyBilingual(): Bilingual {
  return { fromChinese: new Map(), fromEnglish: new Map(), longest: { chinese: 0, english: 0 } }
}

/** Returns a copy to which pairs can be added without changing the original. */
export function copyBilingual({ fromChinese, fromEnglish, longest }: Bilingual): Bilingual {
  const copyMap = (map: Map<string, string[]>) => new Map([...map].map(([key, terms]) => [key, [...terms]]))
  return { fromChinese: copyMap(fromChinese), fromEnglish: copyMap(fromEnglish), longest: { ...longest } }
}

/** Adds a pair of terms to a dictionary; ignores it when the English term has no words. */
export function addPair(bilingual: Bilingual, chinese: string, english: string): void {
  const key = englishKey(english)
  if (key === '') return
  appendValue(bilingual.fromChinese, chinese, english)
  appendValue(bilingual.fromEnglish, key, chinese)
  bilingual.longest.chinese = Math.max(bilingual.longest.chinese, chinese.length)
  bilingual.longest.english = Math.max(bilingual.longest.english, key.split(' ').length)
}

/** Articles and prepositions of French, Spanish and Italian that occur in titles. */
const FOREIGN_ARTICLES = new Set('un la le il en el es di da du au al et ne se si'.split(' '))
/** Matches two to six capitals and digits: `INS`, `CO2`. */
const ACRONYM = /^[A-Z][A-Z\d]{1,5}$/

/**
 * Returns the key of an English term: its stems, joined with spaces. An acronym has a key of its own, such as `=ins`,
 * since it is no form of another word: `INS` is not `in`, nor `UN` the French article.
 */
const englishKey = (english: string): string =>
  ACRONYM.test(english) ? acronymKey(english) : englishStems(english)

/** Returns the key of an acronym, which no word has. */
const acronymKey = (acronym: string) => `=${acronym.toLowerCase()}`

/**
 * Returns the Chinese terms for an English term as written: those of an acronym, unless the text is a function word
 * that is not all in capitals, and those of terms that differ from the written words in number and spelling at most.
 * `machine` does not match `machining`, 切削加工, though both have the same stem.
 *
 * @param stems stems of the written words (`englishStems`).
 */
export function chineseForWritten(
  { fromEnglish, fromChinese, inflected }: Bilingual,
  written: string,
  stems: string,
): string[] {
  const isOrdinaryWord =
    (isEnglishFunctionWord(written) || FOREIGN_ARTICLES.has(written.toLowerCase())) &&
    written !== written.toUpperCase()
  const acronymTerms = isOrdinaryWord ? [] : (fromEnglish.get(acronymKey(written)) ?? [])
  const stemTerms = fromEnglish.get(stems) ?? []
  const form = singularForm(written)
  const sameFormTerms = stemTerms.filter((chinese) => {
    const english = fromChinese.get(chinese)
    return inflected || !english || english.some((term) => singularForm(term) === form)
  })
  return [...new Set([...acronymTerms, ...sameFormTerms])]
}

/** Returns the Chinese terms of the stems of an English term, then of the acronym `key`, in lower case; may repeat. */
export const chineseForKey = ({ fromEnglish }: Pick<Bilingual, 'fromEnglish'>, key: string): string[] => [
  ...(fromEnglish.get(key) ?? []),
  ...(fromEnglish.get(acronymKey(key)) ?? []),
]

/** Returns the words in one spelling, without plural endings: `policies` → `policy`, `networks` → `network`. */
function singularForm(text: string): string {
  const toSingular = (word: string) =>
    normalizeSpelling(word)
      .replace(/(?<=[a-z]{2})ies$/, 'y')
      // Not that of `class` or `corpus`.
      .replace(/(?<=[^su])s$/, '')
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .map(toSingular)
    .join(' ')
}

/** Adds a value to the list of a key, unless it is in it. */
function appendValue(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** Returns the stems of a text's words, joined with spaces: the key of an English term that is no acronym. */
export function englishStems(text: string): string {
  const stems: string[] = []
  forEachTerm(text, (term, position) => {
    if (!isExactForm(term)) stems[position] ??= term
  })
  return stems.filter(Boolean).join(' ')
}

/**
 * Builds a plan that matches any of some terms as translations, and nothing without terms. All parts of one together
 * weigh half as much as a word: a rare Chinese term of five character pairs would otherwise outweigh the English words
 * that it translates.
 */
export function translationPlan(terms: string[]): Plan {
  return orPlan(
    terms.map((term) =>
      weighAsExpansion(
        HAN_CHARACTER.test(term) ? cjkPlan(term, { mask: ANY_MASK, weight: 1 }) : stemPhrase(term),
      ),
    ),
  )
}

/**
 * Limits the idf of translations to that of the written words, however rare the translations are.
 *
 * @param written terms of the words that are translated.
 */
export function boundByWritten(plan: Plan, written: string[]): Plan {
  if (plan.op === 'or') return { ...plan, parts: plan.parts.map((part) => boundByWritten(part, written)) }
  return plan.op === 'term' || plan.op === 'phrase' ? { ...plan, written } : plan
}

/** Divides the weight of a translation by the number of written words that share it. */
export function shareWeight(plan: Plan, words: number): Plan {
  if (plan.op === 'or') return { ...plan, parts: plan.parts.map((part) => shareWeight(part, words)) }
  return plan.op === 'term' || plan.op === 'phrase' ? { ...plan, weight: plan.weight / words } : plan
}

/**
 * Returns the single words of multi-word English translations, for papers that use them apart; the words of one term
 * together weigh as much as one piece (`PIECE_WEIGHT`).
 */
export function translationPieces(terms: string[]): Plan[] {
  return terms.flatMap((term) => {
    const plan = translationPlan([term])
    if (plan.op !== 'phrase' || HAN_CHARACTER.test(term)) return []
    const weight = PIECE_WEIGHT / plan.parts.length
    return plan.parts.map((part): Plan => ({ op: 'term', term: part.term, mask: ANY_MASK, weight }))
  })
}

/** Gives a translation the weight `EXPANSION_WEIGHT`, which the parts of a phrase share. */
function weighAsExpansion(plan: Plan): Plan {
  if (plan.op === 'phrase') return { ...plan, weight: EXPANSION_WEIGHT / plan.parts.length }
  return plan.op === 'term' ? { ...plan, weight: EXPANSION_WEIGHT } : plan
}

/** Returns a plan of the stems of a term in sequence; of its exact words when it has no stems. */
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
