import { latinForms, nameQueryTerms } from '../analysis/names.ts'
import { simplified } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { WordQuery } from '../query/query.ts'
import {
  type Bilingual,
  boundedBy,
  chineseFor,
  lighter,
  piecesOfTranslations,
  stemsOf,
  translated,
} from './bilingual.ts'
import { type Expansion, type Lowering, pairKey, type Reading } from './lowering.ts'
import { type Plan, termsOf } from './plan.ts'
import { allOf, beginningWith, oneOf, wordPlans } from './word-plans.ts'

/** A word, or a term of several with its translations. */
export interface Unit {
  plan: Plan
  /** Its words one by one, each with its share of the translations: partial matches need not have all of them. */
  words: Plan[]
  /** Parts of translations, which only partial matches have. */
  pieces: Plan[]
}

const single = (plan: Plan): Unit => ({ plan, words: [plan], pieces: [] })

/** One unit a word, or a term of several words together with its translations. */
export function sentenceUnits(words: WordQuery[], lowering: Reading, expansions: Expansion[]): Unit[] {
  const units: Unit[] = []
  const isOpen = ({ text, quoted, begins }: WordQuery) => !quoted && !begins && !HAN.test(text)
  const stems = lowering.bilingual ? words.map((word) => (isOpen(word) ? stemsOf(word.text) : null)) : []
  for (let at = 0; at < words.length; ) {
    const found = longestTerm(words, stems, at, lowering)
    if (found) {
      expansions.push({ from: found.from, to: found.to })
      const own = words.slice(at, at + found.count).flatMap((word) => anyWord(word.text, lowering))
      units.push(withTranslations(own, found.to))
      at += found.count
      continue
    }
    const word = words[at]
    if (word?.begins) units.push(single(beginningWith(word.text.toLowerCase(), ANY_MASK, 1)))
    else if (word?.quoted) units.push(...anyWord(word.text, lowering).map(single))
    else units.push(...chineseUnits(word?.text ?? '', lowering, expansions))
    at += 1
  }
  return units.filter(({ plan }) => plan.op !== 'all')
}

function withTranslations(own: Plan[], to: string[]): Unit {
  const written = termsOf(allOf(own)).filter((term) => !term.startsWith(SPACES.author))
  const whole = boundedBy(translated(to), written)
  return {
    plan: oneOf([allOf(own), whole]),
    words: own.map((word) => oneOf([word, lighter(whole, own.length)])),
    pieces: piecesOfTranslations(to),
  }
}

const HAN = /\p{Script=Han}/u

/**
 * The longest run of words from `at` that is an English term with a translation.
 *
 * @param stems of each word; null where it is Chinese.
 */
function longestTerm(
  words: WordQuery[],
  stems: (string | null)[],
  at: number,
  { bilingual, other_senses }: Lowering,
): { from: string; to: string[]; count: number } | null {
  if (!bilingual) return null
  const ahead = stems.slice(at, at + bilingual.longest.english)
  const chinese = ahead.indexOf(null)
  for (let count = chinese === -1 ? ahead.length : chinese; count > 0; count -= 1) {
    const from = words
      .slice(at, at + count)
      .map(({ text }) => text)
      .join(' ')
    const known = chineseFor(bilingual, from, ahead.slice(0, count).filter(Boolean).join(' '))
    const to = inSense(from, known, other_senses)
    if (to.length > 0) return { from, to, count }
  }
  return null
}

const inSense = (from: string, to: string[], other_senses: Lowering['other_senses']) =>
  other_senses ? to.filter((each) => !other_senses.has(pairKey(from, each))) : to

/** A written word; within a run of Chinese the longest terms that have a translation come first. */
function chineseUnits(written: string, lowering: Reading, expansions: Expansion[]): Unit[] {
  const { bilingual, other_senses } = lowering
  if (!bilingual || !HAN.test(written)) return anyWord(written, lowering).map(single)
  const text = simplified(written)
  const units: Unit[] = []
  let rest = ''
  const flush = () => {
    if (rest !== '') units.push(...anyWord(rest, lowering).map(single))
    rest = ''
  }
  for (let at = 0; at < text.length; ) {
    const term = longestChinese(text, at, bilingual)
    if (term === '') {
      rest += text.charAt(at)
      at += 1
      continue
    }
    flush()
    const to = inSense(term, bilingual.fromChinese.get(term) ?? [], other_senses)
    if (to.length === 0) units.push(...anyWord(term, lowering).map(single))
    else {
      expansions.push({ from: term, to })
      units.push(withTranslations(anyWord(term, lowering), to))
    }
    at += term.length
  }
  flush()
  return units
}

function longestChinese(text: string, at: number, { fromChinese, longest }: Bilingual): string {
  for (let length = Math.min(longest.chinese, text.length - at); length > 1; length -= 1) {
    const term = text.slice(at, at + length)
    if (fromChinese.has(term)) return term
  }
  return ''
}

/** A word in the text, or a Chinese name among the authors. */
export function anyWord(text: string, { exact, forms }: Reading): Plan[] {
  const plans = wordPlans(text, { mask: ANY_MASK, weight: 1, exact, forms })
  if (!/^\p{Script=Han}{2,4}$/u.test(text)) return plans
  const author = [...nameQueryTerms(text), ...(exact ? [] : latinForms(text))].map(
    (term): Plan => ({ op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }),
  )
  return [oneOf([allOf(plans), ...author])]
}
