import { expect, test } from 'vitest'
import { TIME_BOUND } from './year-constraint.ts'

const ENGLISH_TIMES = ['2015', 'the 1990s', 'last year', 'two years', 'the last 18 months', 'several years']
const EVENTS = ['training', 'surgery', 'the first epoch', 'they were told', 'convergence', 'it rains']

test.each(
  ['after', 'before', 'since', 'until'].flatMap((bound) => [
    ...ENGLISH_TIMES.map((time) => [`How were words split ${bound} ${time}?`, true] as const),
    ...EVENTS.map((event) => [`How were words split ${bound} ${event}?`, false] as const),
  ]),
)('%s bounds when a work was published: %s', (question, isBound) => {
  expect(TIME_BOUND.test(question)).toBe(isBound)
})

test.each(
  ['以来', '以后', '之后', '以前', '之前'].flatMap((bound) => [
    ...['2015 年', '1990 年代', '三年', '18 个月', '几年'].map(
      (time) => [`${time}${bound}如何分词？`, true] as const,
    ),
    ...['训练', '手术', '', '有监督'].map((event) => [`${event}${bound}的做法`, false] as const),
  ]),
)('%s bounds when a work was published: %s', (question, isBound) => {
  expect(TIME_BOUND.test(question)).toBe(isBound)
})

test.each([
  ['近年的进展', true],
  ['近五年的进展', true],
  ['最近有哪些做法', true],
  ['Recent work on eels', true],
  ['Work on eels in the past decade', true],
  ['Which tasks were shared in 2015?', false],
  ['2015 年间的评测', false],
  ['What comes last?', false],
  ['Past tense in Latin', false],
])('%s bounds when a work was published: %s', (question, isBound) => {
  expect(TIME_BOUND.test(question)).toBe(isBound)
})
