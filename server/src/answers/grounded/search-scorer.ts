import { readFileSync } from 'node:fs'
import { type Evidence, filterRelevant, type Retrieval } from '../../retrieval/index.ts'
import { type LogisticScorer, scoreProbability } from '../extractive/logistic-scorer.ts'

/**
 * What the scorer knows of a search, none of it about particular words.
 *
 * | feature | meaning |
 * |---|---|
 * | `coverage` | share of the question, 0–1, that the passage ranked first states with its paper |
 * | `title_lead` | lead of its title in how well it matches the question over every other title found, −1 to 1 |
 * | `rivals` | ln(1 + number of other sources that cover about as much) |
 */
export const SEARCH_FEATURES = ['coverage', 'title_lead', 'rivals'] as const
/** The value of each feature. */
export type SearchFeatures = Record<(typeof SEARCH_FEATURES)[number], number>

/** The model of searches, with the least probability from which on a search needs no plan. */
export interface SearchScorer extends LogisticScorer<keyof SearchFeatures> {
  threshold: number
}

/** The most passages offered of a search without a plan; the scorer judges whether one of these has the answer. */
export const MAX_UNPLANNED_EVIDENCE = 10

/** The model trained by `npm run bench -- train-search`. */
const SCORER: SearchScorer = JSON.parse(
  readFileSync(new URL('../../../../config/language/search-scorer.json', import.meta.url), 'utf8'),
)

/** Another source is a rival of the first when its coverage is at most this much lower. */
const RIVAL_DISTANCE = 0.1

/** Returns the features of a search; null when it found nothing relevant. */
export function searchFeatures({ evidence, scoped }: Retrieval): SearchFeatures | null {
  const relevant = filterRelevant(evidence, 'model', scoped)
  const [first] = relevant
  if (!first) return null
  const others = relevant.filter(({ source_id }) => source_id !== first.source_id)
  const isRival = ({ coverage }: Evidence) => coverage >= first.coverage - RIVAL_DISTANCE
  const rivals = new Set(others.filter(isRival).map(({ source_id }) => source_id))
  return {
    coverage: first.coverage,
    title_lead: first.title_fit - Math.max(0, ...others.map(({ title_fit }) => title_fit)),
    rivals: Math.log(1 + rivals.size),
  }
}

/**
 * Returns whether a search has so probably found what to answer from that a plan is not worth its time. Papers for a
 * list are never all found by one search.
 */
export function needsNoPlan(retrieval: Retrieval, scorer: SearchScorer = SCORER): boolean {
  const features = searchFeatures(retrieval)
  return (
    features !== null &&
    retrieval.question.type !== 'list' &&
    scoreProbability(scorer, features) >= scorer.threshold
  )
}
