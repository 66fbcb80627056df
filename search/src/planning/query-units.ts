import { latinForms, nameQueryTerms } from '../analysis/names.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
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
import { type LoweringContext, pairKey, type TermExpansion, type WordReading } from './lowering.ts'
import { type Plan, planTerms } from './plan.ts'
import { andPlan, orPlan, prefixWordPlan, wordPlans } from './word-plans.ts'

/** A unit of a query: a word, or a term of several words with its translations. */
export interface QueryUnit {
  plan: Plan
  /** Its words one by one, each with its share of the translations: partial matches need not contain all of them. */
  words: Plan[]
  /** Parts of translations, used for partial matches only. */
  pieces: Plan[]
}

const singleUnit = (plan: Plan): QueryUnit => ({ plan, words: [plan], pieces: [] })

/** Groups words into units: each is a word, or a term of several words with its translations. */
export function sentenceUnits(
  words: WordQuery[],
  lowering: WordReading,
  expansions: TermExpansion[],
): QueryUnit[] {
  const units: QueryUnit[] = []
  const isOpen = ({ text, quoted, begins }: WordQuery) => !quoted && !begins && !HAN_CHARACTER.test(text)
  const stems = lowering.bilingual ? words.map((word) => (isOpen(word) ? englishStems(word.text) : null)) : []
  for (let at = 0; at < words.length; ) {
    const found = findLongestTerm(words, stems, at, lowering)
    if (found) {
      expansions.push({ from: found.from, to: found.to })
      const own = words.slice(at, at + found.count).flatMap((word) => anyWordPlans(word.text, lowering))
      units.push(withTranslations(own, found.to))
      at += found.count
      continue
    }
    const word = words[at]
    if (word?.begins) units.push(singleUnit(prefixWordPlan(word.text.toLowerCase(), ANY_MASK, 1)))
    else if (word?.quoted) units.push(...anyWordPlans(word.text, lowering).map(singleUnit))
    else units.push(...chineseUnits(word?.text ?? '', lowering, expansions))
    at += 1
  }
  return units.filter(({ plan }) => plan.op !== 'all')
}

function withTranslations(own: Plan[], to: string[]): QueryUnit {
  const written = planTerms(andPlan(own)).filter((term) => !term.startsWith(SPACES.author))
  const whole = boundByWritten(translationPlan(to), written)
  return {
    plan: orPlan([andPlan(own), whole]),
    words: own.map((word) => orPlan([word, shareWeight(whole, own.length)])),
    pieces: translationPieces(to),
  }
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns the longest run of words from `at` that is an English term with a translation.
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
  const chinese = ahead.indexOf(null)
  for (let count = chinese === -1 ? ahead.length : chinese; count > 0; count -= 1) {
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

const dropOtherSenses = (from: string, to: string[], other_senses: LoweringContext['other_senses']) =>
  other_senses ? to.filter((each) => !other_senses.has(pairKey(from, each))) : to

/** Returns the units of a written word; in a run of Chinese the longest terms with a translation take precedence. */
function chineseUnits(written: string, lowering: WordReading, expansions: TermExpansion[]): QueryUnit[] {
  const { bilingual, other_senses } = lowering
  if (!bilingual || !HAN_CHARACTER.test(written)) return anyWordPlans(written, lowering).map(singleUnit)
  const text = simplifyText(written)
  const units: QueryUnit[] = []
  let rest = ''
  const flush = () => {
    if (rest !== '') units.push(...anyWordPlans(rest, lowering).map(singleUnit))
    rest = ''
  }
  for (let at = 0; at < text.length; ) {
    const term = findLongestChinese(text, at, bilingual)
    if (term === '') {
      rest += text.charAt(at)
      at += 1
      continue
    }
    flush()
    const to = dropOtherSenses(term, bilingual.fromChinese.get(term) ?? [], other_senses)
    if (to.length === 0) units.push(...anyWordPlans(term, lowering).map(singleUnit))
    else {
      expansions.push({ from: term, to })
      units.push(withTranslations(anyWordPlans(term, lowering), to))
    }
    at += term.length
  }
  flush()
  return units
}

function findLongestChinese(text: string, at: number, { fromChinese, longest }: Bilingual): string {
  for (let length = Math.min(longest.chinese, text.length - at); length > 1; length -= 1) {
    const term = text.slice(at, at + length)
    if (fromChinese.has(term)) return term
  }
  return ''
}

/** Returns the plans of a word in the text, or of a Chinese name among the authors. */
export function anyWordPlans(text: string, { exact, forms }: WordReading): Plan[] {
  const plans = wordPlans(text, { mask: ANY_MASK, weight: 1, exact, forms })
  if (!/^\p{Script=Han}{2,4}$/u.test(text)) return plans
  const author = [...nameQueryTerms(text), ...(exact ? [] : latinForms(text))].map(
    (term): Plan => ({ op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }),
  )
  return [orPlan([andPlan(plans), ...author])]
}
