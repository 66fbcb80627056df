import { type Concept, statesPlan } from '@scinav/search'
import type { Evidence } from './evidence.ts'

/** How slowly the score of a term saturates (the k1 of BM25). */
const K1 = 1.2
/** The weight of a concept that the passage's paper states about itself. */
const HEADING_WEIGHT = 0.6
/** The length of an average passage. */
const AVERAGE_PASSAGE_TOKENS = 200
/** How much a passage's length counts relative to the average one, 0–1 (the b of BM25). */
const LENGTH_WEIGHT = 0.4
/** The title fit raises the score of a passage by up to this share. */
const TITLE_FIT_WEIGHT = 0.6

/**
 * Scores a passage by the concepts that it states and, with less weight, those of its paper's title, keywords
 * and names, in the manner of BM25: Σ weight · ([in passage] · (K1 + 1) / (1 + K1 · length) + HEADING_WEIGHT
 * · [in about]) · (1 + TITLE_FIT_WEIGHT · title_fit), where length is 1 for an average passage.
 */
export function passageScore({ terms, about, passage, title_fit }: Evidence, concepts: Concept[]): number {
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * passage.tokens) / AVERAGE_PASSAGE_TOKENS
  const stated = concepts.reduce((sum, { plan, weight }) => {
    const inPassage = statesPlan(terms, plan) ? (K1 + 1) / (1 + K1 * length) : 0
    return sum + weight * (inPassage + (statesPlan(about, plan) ? HEADING_WEIGHT : 0))
  }, 0)
  return stated * (1 + TITLE_FIT_WEIGHT * title_fit)
}

/** Maximum number of passages of one source among many. */
const PASSAGES_PER_SOURCE = 3
/** Exceptions to `PASSAGES_PER_SOURCE`, by the number of sources. */
const PASSAGES_BY_SOURCE_COUNT: Record<number, number> = { 1: 10, 2: 6 }

/**
 * Returns the maximum number of passages per source; one or two sources leave no others to make room for, so they may
 * have more.
 */
export function maxPassagesPerSource(evidence: Evidence[]): number {
  const sources = new Set(evidence.map(({ source_id }) => source_id)).size
  return PASSAGES_BY_SOURCE_COUNT[sources] ?? PASSAGES_PER_SOURCE
}
