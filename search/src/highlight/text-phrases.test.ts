import { expect, test } from 'vitest'
import { findPhraseTerms, type TermSpan } from './text-phrases.ts'

const TIMES = 3_000
const text = 'ab cd '.repeat(TIMES)
const placesOf = (offset: number): TermSpan[] =>
  Array.from({ length: TIMES }, (_, at) => ({ from: at * 6 + offset, to: at * 6 + offset + 2 }))
const found = new Map([
  ['ab', placesOf(0)],
  ['cd', placesOf(3)],
])
const parts = [
  { term: 'ab', offset: 0 },
  { term: 'cd', offset: 1 },
]
const phrases = (plans: { parts: typeof parts }[]) => ({
  plans,
  terms: new Set(['ab', 'cd']),
  isWantedOrPart: () => true,
})

test('the terms of a phrase are those that stand one behind the other', () => {
  const terms = findPhraseTerms(
    'ab cd ab',
    phrases([{ parts }]),
    new Map([
      [
        'ab',
        [
          { from: 0, to: 2 },
          { from: 6, to: 8 },
        ],
      ],
      ['cd', [{ from: 3, to: 5 }]],
    ]),
  )
  expect([...terms].map(({ from }) => from)).toEqual([0, 3])
})

test('phrases without end in a text without end are looked for only so often', () => {
  let asked = 0
  const plans = Array.from({ length: TIMES }, () => ({
    get parts() {
      asked += 1
      return parts
    },
  }))
  expect(findPhraseTerms(text, phrases(plans), found).size).toBe(2 * TIMES)
  expect(asked).toBeLessThan(10)
})
