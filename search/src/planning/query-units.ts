import { latinForms, nameQueryTerms } from '../analysis/names.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import type { WordQuery } from '../query/query.ts'
import {
  type Bilingual,
  boundByWritten,
  chineseForWritten,
  englishStems,
  shareWeight,
  translationPieces,
  translationPlan,
} from './bilingual.ts'
import { andPlan, orPlan, type Plan, planTerms } from './plan.ts'
import { createLookup, type NameLookup, type Vocabulary } from './vocabulary.ts'
import { prefixWordPlan, wordPlans } from './word-plans.ts'

/** Inputs of lowering a query to terms. */
export interface LoweringContext {
  lookup: NameLookup
  /** Null when translations are switched off. */
  bilingual: Bilingual | null
  /** Pairs (`pairKey`) that do not translate each other in this library. */
  other_senses?: ReadonlySet<string>
  /** Whether words are searched as written, without stems and translations. */
  exact: boolean
}

/** Creates the inputs of lowering from the options of a search; an exact search has no translations. */
export const createLowering = (
  { exact = false, expand = true }: { exact?: boolean; expand?: boolean },
  values: AllValues,
  vocabulary: Vocabulary,
): LoweringContext => ({
  lookup: createLookup(values, vocabulary),
  bilingual: expand && !exact ? vocabulary.terms : null,
  exact,
})

/** How the words of a query are read. */
export interface WordReading extends LoweringContext {
  /** Additional score of a paper with a word in its written form, as a share of the word's weight. */
  form_share: number
}

/** A term of the query with the translations that are searched too. */
export interface TermExpansion {
  from: string
  to: string[]
}

/** Returns the key of a term with one of its translations, for `other_senses`. */
export const pairKey = (from: string, to: string): string => `${from.toLowerCase()}\n${to}`

/** A unit of a query: a word, or a term of several words with its translations. */
export interface QueryUnit {
  plan: Plan
  /** Its words one by one, each with its share of the translations: partial matches need not contain all of them. */
  words: Plan[]
  /** Parts of translations, used for partial matches only. */
  pieces: Plan[]
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Groups words into units, in order: each is a word, or a term of several words with its translations. Quoted and
 * unfinished words are never part of a longer term; words that match everything are left out.
 *
 * @param expansions receives the terms that have translations.
 */
export function queryUnits(
  words: WordQuery[],
  reading: WordReading,
  expansions: TermExpansion[],
): QueryUnit[] {
  const units: QueryUnit[] = []
  const mayTranslate = ({ text, quoted, begins }: WordQuery) =>
    !quoted && !begins && !HAN_CHARACTER.test(text)
  const stems = reading.bilingual
    ? words.map((word) => (mayTranslate(word) ? englishStems(word.text) : null))
    : []
  for (let at = 0; at < words.length; ) {
    const term = findLongestTerm(words, stems, at, reading)
    if (term) {
      expansions.push({ from: term.from, to: term.to })
      const termWords = words.slice(at, at + term.count)
      const plans = termWords.flatMap((word) => anyWordPlans(word.text, reading))
      units.push(withTranslations(plans, term.to))
      at += term.count
      continue
    }
    const word = words[at]
    if (word?.begins) units.push(singleUnit(prefixWordPlan(word.text.toLowerCase(), ANY_MASK, 1)))
    else if (word?.quoted) units.push(...anyWordPlans(word.text, reading).map(singleUnit))
    else units.push(...writtenWordUnits(word?.text ?? '', reading, expansions))
    at += 1
  }
  return units.filter(({ plan }) => plan.op !== 'all')
}

/**
 * Returns the longest run of words from `at` that is an English term with a translation: the term as written, its
 * translations and its number of words. Null when there is none.
 *
 * @param stems stems of each word; null for Chinese, quoted and unfinished words.
 */
function findLongestTerm(
  words: WordQuery[],
  stems: (string | null)[],
  at: number,
  { bilingual, other_senses }: LoweringContext,
): { from: string; to: string[]; count: number } | null {
  if (!bilingual) return null
  const ahead = stems.slice(at, at + bilingual.longest.english)
  const firstOther = ahead.indexOf(null)
  for (let count = firstOther === -1 ? ahead.length : firstOther; count > 0; count -= 1) {
    const from = words
      .slice(at, at + count)
      .map(({ text }) => text)
      .join(' ')
    const known = chineseForWritten(bilingual, from, ahead.slice(0, count).filter(Boolean).join(' '))
    const to = dropOtherSenses(from, known, other_senses)
    if (to.length > 0) return { from, to, count }
  }
  return null
}

/** Removes the translations of a term that mean something else in this library. */
const dropOtherSenses = (from: string, to: string[], other_senses: LoweringContext['other_senses']) =>
  other_senses ? to.filter((translation) => !other_senses.has(pairKey(from, translation))) : to

/** Matches a word that may be the name of a person: two to four Chinese characters. */
const CHINESE_NAME = /^\p{Script=Han}{2,4}$/u

/** Returns the plans of a word in any text field, or of a Chinese name among the authors. */
export function anyWordPlans(text: string, { exact, form_share }: WordReading): Plan[] {
  const plans = wordPlans(text, { mask: ANY_MASK, weight: 1, exact, form_share })
  if (!CHINESE_NAME.test(text)) return plans
  const author = [...nameQueryTerms(text), ...(exact ? [] : latinForms(text))].map(
    (term): Plan => ({ op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }),
  )
  return [orPlan([andPlan(plans), ...author])]
}

/**
 * Joins the plans of a term's words with its translations.
 *
 * @param words plans of the words as written; all of them together match the term
 */
function withTranslations(words: Plan[], translations: string[]): QueryUnit {
  const written = planTerms(andPlan(words)).filter((term) => !term.startsWith(SPACES.author))
  const translation = boundByWritten(translationPlan(translations), written)
  return {
    plan: orPlan([andPlan(words), translation]),
    words: words.map((word) => orPlan([word, shareWeight(translation, words.length)])),
    pieces: translationPieces(translations),
  }
}

/** Returns the unit of a plan that is one word. */
const singleUnit = (plan: Plan): QueryUnit => ({ plan, words: [plan], pieces: [] })

/** Returns the units of a written word; in a run of Chinese the longest terms with a translation take precedence. */
function writtenWordUnits(written: string, lowering: WordReading, expansions: TermExpansion[]): QueryUnit[] {
  const { bilingual, other_senses } = lowering
  if (!bilingual || !HAN_CHARACTER.test(written)) return anyWordPlans(written, lowering).map(singleUnit)
  const text = simplifyText(written)
  const units: QueryUnit[] = []
  /** Characters since the last term that has a translation. */
  let untranslated = ''
  const addUntranslated = () => {
    if (untranslated !== '') units.push(...anyWordPlans(untranslated, lowering).map(singleUnit))
    untranslated = ''
  }
  for (let at = 0; at < text.length; ) {
    const term = findLongestChinese(text, at, bilingual)
    if (term === '') {
      untranslated += text.charAt(at)
      at += 1
      continue
    }
    addUntranslated()
    const to = dropOtherSenses(term, bilingual.fromChinese.get(term) ?? [], other_senses)
    if (to.length === 0) units.push(...anyWordPlans(term, lowering).map(singleUnit))
    else {
      expansions.push({ from: term, to })
      units.push(withTranslations(anyWordPlans(term, lowering), to))
    }
    at += term.length
  }
  addUntranslated()
  return units
}

/** Returns the longest term with a translation that begins at `at`, at least two characters; '' when there is none. */
function findLongestChinese(text: string, at: number, { fromChinese, longest }: Bilingual): string {
  for (let length = Math.min(longest.chinese, text.length - at); length > 1; length -= 1) {
    const term = text.slice(at, at + length)
    if (fromChinese.has(term)) return term
  }
  return ''
}
