import { type Concept, conceptCoverage, isChineseOnly, type TermPlaces } from '@scinav/search'

/** A sentence with its terms. */
export interface SentenceContent {
  quote: string
  terms: TermPlaces
  /** The terms of the previous sentence when this one continues it ("This is due to …"), else null. */
  previous: TermPlaces | null
}

/** The weight of concepts stated in the previous sentence, for a sentence that continues it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8

/** Returns how far a sentence states a concept, 0–1: by itself or, with less weight, by the sentence it continues. */
export const sentenceCoverage = (
  { terms, previous }: Pick<SentenceContent, 'terms' | 'previous'>,
  concept: Concept,
): number =>
  Math.max(
    conceptCoverage(terms, concept),
    previous ? conceptCoverage(previous, concept) * PREVIOUS_SENTENCE_WEIGHT : 0,
  )

/**
 * Returns the share of the concepts, by weight, that a sentence or its surroundings state; 0.5 without concepts.
 *
 * @param around returns how far the surroundings state a concept, 0–1.
 */
export function statedShare(
  sentence: Pick<SentenceContent, 'terms' | 'previous'>,
  concepts: Concept[],
  around: (concept: Concept) => number = () => 0,
): number {
  const total = totalWeight(concepts)
  if (total === 0) return 0.5
  const stated = concepts.reduce(
    (sum, concept) => sum + concept.weight * Math.max(sentenceCoverage(sentence, concept), around(concept)),
    0,
  )
  return stated / total
}

/** Returns the sum of the weights of concepts. */
export const totalWeight = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/**
 * Returns whether Chinese, or else another language, can express any of the concepts; otherwise a text in it
 * has no figures of them.
 */
export const canExpress = (concepts: Concept[], isChinese: boolean): boolean =>
  isChinese || concepts.length === 0 || concepts.some(({ plan }) => !isChineseOnly(plan))
