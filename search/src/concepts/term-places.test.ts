import { expect, test } from 'vitest'
import type { Plan } from '../planning/plan.ts'
import { areClose, joinTermPlaces, statesPlan } from './term-places.ts'
import { collectTextTerms } from './work-terms.ts'

const term = (text: string): Plan => ({ op: 'term', term: text, mask: 31, weight: 1 })
const social_capital: Plan = { op: 'and', parts: [term('社会'), term('资本')] }

test.each([
  ['社会资本促进合作', true],
  ['社会中的资本', true],
  ['资本与社会', true],
  ['近代资本主义的理性精神，是历史社会学的经典', false],
])('the words of a Chinese term stand near each other in %s: %s', (text, expected) => {
  expect(statesPlan(collectTextTerms([text]), social_capital)).toBe(expected)
})

test('words of one term are not near each other across two texts', () => {
  expect(statesPlan(collectTextTerms(['历史社会', '资本']), social_capital)).toBe(false)
})

test('English words of a term may stand anywhere', () => {
  const plan: Plan = { op: 'and', parts: [term('social'), term('capit')] }
  const text = 'Social networks and trust, as they were described long ago, are a kind of capital'
  expect(statesPlan(collectTextTerms([text]), plan)).toBe(true)
})

test('two texts as one keep the places of both', () => {
  const both = joinTermPlaces(collectTextTerms(['科学哲学']), collectTextTerms(['科学进步的历程']))
  expect(statesPlan(both, { op: 'and', parts: [term('科学'), term('哲学')] })).toBe(true)
  const phrase: Plan = {
    op: 'phrase',
    parts: ['科学', '学哲', '哲学'].map((each, offset) => ({ term: each, offset })),
    mask: 31,
    weight: 1,
  }
  expect(statesPlan(both, phrase)).toBe(true)
})

test('a text of one word again and again is read in one pass', () => {
  const terms = new Map([
    ['社会', Array.from({ length: 20_000 }, (_, at) => at * 50)],
    ['资本', Array.from({ length: 20_000 }, (_, at) => at * 50 + 25)],
  ])
  expect(areClose(terms, [term('社会'), term('资本')])).toBe(false)
})
