import { readFileSync } from 'node:fs'
import type { AnswerFeatures } from './answer-features.ts'
import { type LogisticScorer, scoreProbability } from './logistic-scorer.ts'

/** The model of quotes, with the least probability of one that is called a direct answer, and not called unrelated. */
export interface AnswerScorer extends LogisticScorer<keyof AnswerFeatures> {
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
export const answerProbability = (features: AnswerFeatures, scorer: AnswerScorer = SCORER): number =>
  scoreProbability(scorer, features)

/** Returns the label of an answer by the probability of its best quote. */
export function answerLabel(probability: number, { thresholds }: AnswerScorer = SCORER): AnswerLabel {
  if (probability >= thresholds.direct) return 'direct'
  return probability >= thresholds.related ? 'related' : 'nothing'
}
