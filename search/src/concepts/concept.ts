import type { Work } from '@scinav/contract'
import { analyze } from '../analysis/analyze.ts'
import { authorTerms } from '../analysis/names.ts'
import { isExactForm } from '../analysis/word-forms.ts'
import { authorsOf, yearOf } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { SPACES } from '../index/terms.ts'
import { type Plan, scoringLeaves, writtenPart } from '../planning/plan.ts'
import { statesPlan, type TermPlaces } from './term-places.ts'

/** A thing that a question is about: a word or term with its translations, and how well it distinguishes papers. */
export interface Concept {
  /** What texts that express it contain. */
  plan: Plan
  /** Its idf times `lengthFactor`, see `weighConcepts`. */
  weight: number
  /** Number of papers of the library that contain it. */
  papers: number
  /** Whether it is a proper name: Manchu, ELIZA, Llama-4. */
  named: boolean
  /** Similar words, found by way of the other language: ordinary, common, usual; null when none is known. */
  near: Plan | null
  /** The Chinese run of which it is a word or pair, if no text contains the run as a whole; otherwise null. */
  run: string | null
}

/** Number of free positions between two texts. */
const TEXT_DISTANCE = 8

/** Coverage of a concept by a similar word. */
const NEAR_WORD_SHARE = 0.5

/** Returns how far a text covers a concept: 1, `NEAR_WORD_SHARE` by a similar word, or 0. */
export function conceptCoverage(terms: TermPlaces, { plan, near }: Concept): number {
  if (statesPlan(terms, plan)) return 1
  return near && statesPlan(terms, near) ? NEAR_WORD_SHARE : 0
}

/** The concepts of a query. */
export interface QueryConcepts {
  list: Concept[]
  /** Terms that are adjacent in the query; records that have them near each other fit better. */
  pairs: [string, string][]
}

/** Returns the positions of the terms of several texts; terms of different texts are never adjacent. */
export function collectTextTerms(texts: string[]): TermPlaces {
  const terms: TermPlaces = new Map()
  let base = 0
  for (const text of texts) {
    let last = 0
    for (const { term, position } of analyze(text)) {
      last = Math.max(last, position)
      const positions = terms.get(term)
      if (positions) positions.push(base + position)
      else terms.set(term, [base + position])
    }
    base += last + TEXT_DISTANCE
  }
  return terms
}

/** Returns the stems of a text's words, each once, in the order of the text. */
export const textStems = (text: string): string[] =>
  [...collectTextTerms([text]).keys()].filter((term) => !isExactForm(term))

/**
 * Returns the terms of a paper's metadata: titles, keywords, venue, year, identifiers and authors. Year, identifiers
 * and names of authors have no positions.
 */
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

/** Returns the plans of the concepts that a query plan consists of; none for a query of everything or nothing. */
export function conceptPlans(plan: Plan): Plan[] {
  if (plan.op === 'all' || plan.op === 'none') return []
  return plan.op === 'and' || plan.op === 'min_should_match' ? plan.parts : [plan]
}

/** Least share of the total weight that counts as expressible in any language, so that a few words do not suffice. */
const MIN_EXPRESSIBLE_SHARE = 0.5

/**
 * Returns the share of the concepts' weight that a text covers, of what its language can express; 1 without concepts.
 * It exceeds 1 where the text also has terms that its language is not expected to express.
 *
 * @param isChinese whether the text is Chinese: other languages cannot express concepts known in Chinese only.
 */
export function coverage(terms: TermPlaces, concepts: Concept[], isChinese: boolean): number {
  const total = totalWeight(concepts)
  if (total === 0) return 1
  const expressible = total * Math.max(expressibleShare(concepts, isChinese), MIN_EXPRESSIBLE_SHARE)
  const covered = concepts.reduce((sum, concept) => sum + concept.weight * conceptCoverage(terms, concept), 0)
  return covered / expressible
}

/** Returns the sum of the weights. */
const totalWeight = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the share of the concepts' weight that the language of a text can express; 1 without concepts. */
export function expressibleShare(concepts: Concept[], isChinese: boolean): number {
  const total = totalWeight(concepts)
  if (isChinese || total === 0) return 1
  return totalWeight(concepts.filter(({ plan }) => !isChineseOnly(plan))) / total
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** Minimum share of Chinese letters in a Chinese text. */
const MIN_CHINESE_SHARE = 0.2

/** Returns whether a text is Chinese, disregarding names and formulas in it. */
export function isChineseText(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han > 0 && han >= (text.match(/\p{L}/gu)?.length ?? 0) * MIN_CHINESE_SHARE
}

/** Returns the words that a plan searches for in texts, including those of translations; a word may be repeated. */
export function planWords(plan: Plan): string[] {
  return scoringLeaves(plan)
    .flatMap((leaf) => {
      if (leaf.op === 'prefix') return [leaf.prefix]
      return leaf.op === 'term' ? [leaf.term] : leaf.parts.map(({ term }) => term)
    })
    .filter((term) => !term.startsWith(SPACES.author))
}

/** Returns whether a plan searches for Chinese words only. */
export function isChineseOnly(plan: Plan): boolean {
  const words = planWords(plan)
  return words.length > 0 && words.every((word) => HAN_CHARACTER.test(word))
}

/** Number of words that `lengthFactor` counts, and what each after the first adds. */
const MAX_COUNTED_WORDS = 3
const WEIGHT_PER_WORD = 0.4

/**
 * Returns the weight factor of a term's length, 1 + 0.4 · (min(3, n) − 1) for n words: a longer term says more about
 * the query.
 */
export function lengthFactor(plan: Plan): number {
  return 1 + WEIGHT_PER_WORD * (Math.min(MAX_COUNTED_WORDS, wordCount(plan)) - 1)
}

/** Counts the words of a term as written, without translations; two character pairs count as about one word. */
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
 * Returns the pieces of a term: the words of a Chinese run, its character pairs when no text contains it, or the words
 * of an English term that no text contains; [] for a single word.
 *
 * @param isFound whether some text contains the whole term.
 */
export function planPieces(plan: Plan, isFound: boolean): Plan[] {
  const isChinese = isChineseOnly(plan)
  if (isFound && !isChinese) return []
  const written = writtenPart(plan)
  if (written.op === 'and') return written.parts
  // A run of up to two character pairs is not split.
  if (!isChinese || isFound || written.op !== 'phrase' || written.parts.length < 3) return []
  return written.parts.map(({ term }) => ({ op: 'term', term, mask: written.mask, weight: written.weight }))
}

/** Criteria of a search by concepts. */
export interface ConceptCriteria {
  /** Minimum share of the total weight of the concepts, 0–1. */
  share: number
  /** Numbers (`seq`) of the papers to search; null for the whole library. */
  among: number[] | null
  /** Maximum number of papers. */
  limit: number
}
