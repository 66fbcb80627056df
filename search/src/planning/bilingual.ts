import { forEachTerm } from '../analysis/analyse.ts'
import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from './plan.ts'
import { cjkPlan, oneOf, phrasePlan } from './word-plans.ts'

/** Terms of one language that stand for terms of the other. */
export interface Bilingual {
  /** By the Chinese term: its English ones. */
  fromChinese: Map<string, string[]>
  /** By the stems of the English term, joined with spaces: its Chinese ones. */
  fromEnglish: Map<string, string[]>
  /** The longest key of each, in characters and in words. */
  longest: { chinese: number; english: number }
}

const HAN = /\p{Script=Han}/u
const EXPANSION_WEIGHT = 0.5

export function emptyBilingual(): Bilingual {
  return { fromChinese: new Map(), fromEnglish: new Map(), longest: { chinese: 0, english: 0 } }
}

/** The same terms, to add others to. */
export function copyOf({ fromChinese, fromEnglish, longest }: Bilingual): Bilingual {
  const copied = (map: Map<string, string[]>) => new Map([...map].map(([key, terms]) => [key, [...terms]]))
  return { fromChinese: copied(fromChinese), fromEnglish: copied(fromEnglish), longest: { ...longest } }
}

export function addPair(into: Bilingual, chinese: string, english: string): void {
  const key = stemsOf(english)
  if (key === '') return
  append(into.fromChinese, chinese, english)
  append(into.fromEnglish, key, chinese)
  into.longest.chinese = Math.max(into.longest.chinese, chinese.length)
  into.longest.english = Math.max(into.longest.english, key.split(' ').length)
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The stems of a text's words, the key of an English term. */
export function stemsOf(text: string): string {
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
export function translated(terms: string[]): Plan {
  return oneOf(
    terms.map((term) =>
      shared(/\p{Script=Han}/u.test(term) ? cjkPlan(term, { mask: ANY_MASK, weight: 1 }) : stemPhrase(term)),
    ),
  )
}

/** The same where several words share it. */
export function lighter(plan: Plan, words: number): Plan {
  if (plan.op === 'or') return { ...plan, parts: plan.parts.map((part) => lighter(part, words)) }
  return plan.op === 'term' || plan.op === 'phrase' ? { ...plan, weight: plan.weight / words } : plan
}

const PIECE_WEIGHT = 0.3

/** Words of English terms of several words, for papers that say them apart; all of one weigh what a piece of a word does. */
export function piecesOfTranslations(terms: string[]): Plan[] {
  return terms.flatMap((term) => {
    const plan = translated([term])
    if (plan.op !== 'phrase' || HAN.test(term)) return []
    const weight = PIECE_WEIGHT / plan.parts.length
    return plan.parts.map((part): Plan => ({ op: 'term', term: part.term, mask: ANY_MASK, weight }))
  })
}

function shared(plan: Plan): Plan {
  if (plan.op === 'phrase') return { ...plan, weight: EXPANSION_WEIGHT / plan.parts.length }
  return plan.op === 'term' ? { ...plan, weight: EXPANSION_WEIGHT } : plan
}

function stemPhrase(term: string): Plan {
  const parts = stemsOf(term)
    .split(' ')
    .map((stem, offset) => ({ term: stem, offset }))
  const [first] = parts
  if (!first) return phrasePlan(term, { mask: ANY_MASK, weight: 1 })
  return parts.length === 1
    ? { op: 'term', term: first.term, mask: ANY_MASK, weight: 1 }
    : { op: 'phrase', parts, mask: ANY_MASK, weight: 1 }
}
