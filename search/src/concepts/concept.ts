import type { Work } from '@scinav/contract'
import { analyse } from '../analysis/analyse.ts'
import { authorTerms } from '../analysis/names.ts'
import { authorsOf, yearOf } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { SPACES } from '../index/terms.ts'
import { type Plan, scoringLeaves, writtenPart } from '../planning/plan.ts'
import { statesPlan, type TermPlaces } from './term-places.ts'

/** One thing that a question is about: a word or term with its translations, and how much it tells papers apart. */
export interface Concept {
  plan: Plan
  weight: number
  /** Papers of the library that say it. */
  papers: number
  /** It is somebody's or something's own name: Manchu, ELIZA, Llama-4. */
  named: boolean
  /** Words that may stand for it, by way of the other language: ordinary, common, usual; null where none is known. */
  near: Plan | null
  /** The run of Chinese of which it is a word or a pair, where nobody says that as a whole; null for all else. */
  run: string | null
}

/** What a text that has only a near word for a concept says of it. */
const NEAR_WORD_SHARE = 0.5

/** How far a text says a concept, 0–1. */
export function conceptCoverage(terms: TermPlaces, { plan, near }: Concept): number {
  if (statesPlan(terms, plan)) return 1
  return near && statesPlan(terms, near) ? NEAR_WORD_SHARE : 0
}

/** What a query is about. */
export interface QueryConcepts {
  list: Concept[]
  /** Terms that stand next to each other in the query; what has them near each other fits better. */
  pairs: [string, string][]
}

/** The terms of texts; what stands in different texts is never side by side. */
export function collectTextTerms(texts: string[]): TermPlaces {
  const terms: TermPlaces = new Map()
  let base = 0
  for (const text of texts) {
    let last = 0
    for (const { term, position } of analyse(text)) {
      last = Math.max(last, position)
      const places = terms.get(term)
      if (places) places.push(base + position)
      else terms.set(term, [base + position])
    }
    base += last + TEXT_DISTANCE
  }
  return terms
}

const TEXT_DISTANCE = 8

/** The stems of a text's words, each once. */
export const textStems = (text: string): string[] =>
  [...collectTextTerms([text]).keys()].filter((term) => !term.startsWith('='))

/** What a paper says of itself: titles, keywords, venue, year, its identifiers, and who wrote it. */
export function workTerms(work: Work): TermPlaces {
  const names = authorsOf(work)
  const terms = collectTextTerms([
    work.title,
    work.title_zh ?? '',
    ...work.keywords,
    work.basic_sourcename ?? '',
    ...names.flatMap(({ name, name_zh }) => [name, name_zh ?? '']),
  ])
  for (const { name, name_zh } of names)
    for (const term of authorTerms(name, name_zh)) terms.set(SPACES.author + term, [])
  for (const [kind, value] of Object.entries({ doi: work.doi, ...work.external_ids }))
    if (value) terms.set(SPACES.identifier + identifierTerm(kind, value), [])
  const year = yearOf(work.publish_date)
  if (year > 0) terms.set(String(year), [])
  return terms
}

/** The things a plan is made of. */
export function conceptPlans(plan: Plan): Plan[] {
  if (plan.op === 'all' || plan.op === 'none') return []
  return plan.op === 'and' || plan.op === 'min_should_match' ? plan.parts : [plan]
}

/** However little of what is asked a text's language has words for, it has to say so much of all. */
const MIN_EXPRESSIBLE_SHARE = 0.5

/**
 * The share of the concepts' weight that a text says, of what its language has words for; 1 where nothing is asked.
 *
 * @param chinese whether the text is Chinese: any other has no words for what is only known in Chinese.
 */
export function coverage(terms: TermPlaces, concepts: Concept[], chinese: boolean): number {
  const all = totalWeight(concepts)
  if (all === 0) return 1
  const whole = all * Math.max(expressibleShare(concepts, chinese), MIN_EXPRESSIBLE_SHARE)
  return concepts.reduce((sum, concept) => sum + concept.weight * conceptCoverage(terms, concept), 0) / whole
}

const totalWeight = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/** The share of the concepts' weight that the language of a text has words for; 1 where nothing is asked. */
export function expressibleShare(concepts: Concept[], chinese: boolean): number {
  const all = totalWeight(concepts)
  return chinese || all === 0 ? 1 : totalWeight(concepts.filter(({ plan }) => !isChineseOnly(plan))) / all
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** Texts of which this share of the letters is Chinese are Chinese. */
const MIN_CHINESE_SHARE = 0.2

/** Whether a text is Chinese, whatever names and formulas stand in it. */
export function isChineseText(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han > 0 && han >= (text.match(/\p{L}/gu)?.length ?? 0) * MIN_CHINESE_SHARE
}

/** The words of texts that a plan looks for, those of its translations too. */
export function planWords(plan: Plan): string[] {
  return scoringLeaves(plan)
    .flatMap((leaf) => {
      if (leaf.op === 'prefix') return [leaf.prefix]
      return leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)
    })
    .filter((term) => !term.startsWith(SPACES.author))
}

/** Whether a plan looks for Chinese words alone. */
export function isChineseOnly(plan: Plan): boolean {
  const words = planWords(plan)
  return words.length > 0 && words.every((word) => HAN_CHARACTER.test(word))
}

const MAX_COUNTED_WORDS = 3
const WEIGHT_PER_WORD = 0.4

/** A term of several words says more of what is asked than one word does; up to three count. */
export function lengthFactor(plan: Plan): number {
  return 1 + WEIGHT_PER_WORD * (Math.min(MAX_COUNTED_WORDS, wordCount(plan)) - 1)
}

/** Words of the term as it was asked, without translations; two pairs of characters are about one word. */
function wordCount(plan: Plan): number {
  if (plan.op === 'boost') return wordCount(plan.part)
  if (plan.op === 'or') return plan.parts[0] ? wordCount(plan.parts[0]) : 1
  if (plan.op === 'and') return plan.parts.reduce((sum, part) => sum + wordCount(part), 0)
  if (plan.op !== 'phrase') return 1
  return plan.parts.every(({ term }) => HAN_CHARACTER.test(term))
    ? Math.ceil(plan.parts.length / 2)
    : plan.parts.length
}

/**
 * The words that a run of Chinese is made of; of one that nobody says the pairs of characters, and of an English term that
 * nobody says its words; none where it is one word.
 */
export function planPieces(plan: Plan, isSaid: boolean): Plan[] {
  const isChinese = isChineseOnly(plan)
  if (isSaid && !isChinese) return []
  const own = writtenPart(plan)
  if (own.op === 'and') return own.parts
  if (!isChinese || isSaid || own.op !== 'phrase' || own.parts.length < 3) return []
  return own.parts.map(({ term }) => ({ op: 'term', term, mask: own.mask, weight: own.weight }))
}

/** How much of the concepts' weight a paper has to say, where it may be, and how many are wanted. */
export interface ConceptCriteria {
  /** 0–1. */
  share: number
  /** Numbers of papers; null for the whole library. */
  among: number[] | null
  limit: number
}
