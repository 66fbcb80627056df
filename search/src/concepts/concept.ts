import type { Plan } from '../planning/plan.ts'
import { isChineseOnly } from './concept-plans.ts'
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

/** Minimum share of Chinese letters in a Chinese text. */
const MIN_CHINESE_SHARE = 0.2

/** Returns whether a text is Chinese, disregarding names and formulas in it. */
export function isChineseText(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han > 0 && han >= (text.match(/\p{L}/gu)?.length ?? 0) * MIN_CHINESE_SHARE
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
