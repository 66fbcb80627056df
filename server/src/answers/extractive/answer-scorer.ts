import { readFileSync } from 'node:fs'
import { ANSWER_FEATURES, type AnswerFeatures } from './answer-features.ts'

/** A logistic model: P = 1 / (1 + e^−z), z = bias + Σ weight · (feature − mean) / scale. */
export interface AnswerScorer {
  bias: number
  features: Record<keyof AnswerFeatures, { mean: number; scale: number; weight: number }>
  /** The least probability of a quote that is called a direct answer, and of one that is not called unrelated. */
  thresholds: { direct: number; related: number }
}

/**
 * How far quotes answer a question: `direct`ly; `related`, when they may answer it; `nothing`, when they are only near
 * its subject.
 */
export type AnswerLabel = 'direct' | 'related' | 'nothing'

/** The model trained by `npm run bench -- train-scorer`. */
const SCORER: AnswerScorer = JSON.parse(
  readFileSync(new URL('../../../../config/language/answer-scorer.json', import.meta.url), 'utf8'),
)

/** Returns the probability, 0–1, that a quote with these features answers its question. */
export function answerProbability(features: AnswerFeatures, scorer: AnswerScorer = SCORER): number {
  const z = ANSWER_FEATURES.reduce((sum, name) => {
    const { mean, scale, weight } = scorer.features[name]
    return sum + (weight * (features[name] - mean)) / scale
  }, scorer.bias)
  return 1 / (1 + Math.exp(-z))
}

/** Returns the label of an answer by the probability of its best quote. */
export function answerLabel(probability: number, { thresholds }: AnswerScorer = SCORER): AnswerLabel {
  if (probability >= thresholds.direct) return 'direct'
  return probability >= thresholds.related ? 'related' : 'nothing'
}
