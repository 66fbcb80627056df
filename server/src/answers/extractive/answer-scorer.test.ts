import { expect, test } from 'vitest'
import { ANSWER_FEATURES, type AnswerFeatures } from './answer-features.ts'
import { type AnswerScorer, answerLabel, answerProbability } from './answer-scorer.ts'

const constant = <Value>(value: Value) =>
  Object.fromEntries(ANSWER_FEATURES.map((name) => [name, value])) as Record<keyof AnswerFeatures, Value>
const scorer: AnswerScorer = {
  bias: 0,
  features: { ...constant({ mean: 0, scale: 1, weight: 0 }), rank: { mean: 1, scale: 2, weight: 4 } },
  thresholds: { direct: 0.8, related: 0.3 },
}
const ranked = (rank: number): AnswerFeatures => ({ ...constant(0), rank })

test('the probability follows the standardized features', () => {
  expect(answerProbability(ranked(1), scorer)).toBe(0.5)
  expect(answerProbability(ranked(2), scorer)).toBeCloseTo(1 / (1 + Math.exp(-2)))
  expect(answerProbability(ranked(0), scorer)).toBeCloseTo(1 / (1 + Math.exp(2)))
})

test('only a probable answer is called direct, and an improbable one not an answer', () => {
  expect([0.81, 0.8, 0.79, 0.3, 0.29].map((each) => answerLabel(each, scorer))).toEqual([
    'direct',
    'direct',
    'related',
    'related',
    'nothing',
  ])
})

test('the stored model weighs every feature, at most 24', () => {
  expect(ANSWER_FEATURES.length).toBeLessThanOrEqual(24)
  expect(answerProbability(constant(0))).toBeGreaterThan(0)
  expect(answerProbability(constant(0))).toBeLessThan(1)
})

test('a quote that states what is asked and leads all papers answers more probably', () => {
  const features = { ...constant(0.5), sentence_share: 0.1, asked_share: 0, paper_margin: 0 }
  const better = { ...features, sentence_share: 0.9, asked_share: 1, paper_margin: 0.8 }
  expect(answerProbability(better)).toBeGreaterThan(answerProbability(features))
})
