import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { areSamePeople, haveCounterparts } from './same-people.ts'

const RECORDED = 3_000
const PRINTED = 200

/** Counts the comparisons of a list of numbers with another. */
function countComparisons(names: number[], others: number[]) {
  let compared = 0
  const isFound = haveCounterparts(names.length, others.length, (at, place) => {
    compared += 1
    return names[at] === others[place]
  })
  return { compared, isFound }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('a long list of authors is compared about once a name, and however it is mixed, not without bound', () => {
  const recorded = upTo(RECORDED)
  const printed = upTo(PRINTED)
  expect(countComparisons(printed, recorded)).toEqual({ compared: PRINTED, isFound: true })
  const oneMissing = recorded.toSpliced(7, 1)
  expect(countComparisons(printed.toSpliced(7, 1), recorded).isFound).toBe(true)
  expect(countComparisons(printed, oneMissing).isFound).toBe(false)
  const random = seededRandom(1)
  const mixed = [...recorded.slice(0, 3), ...recorded.slice(3).sort((a, b) => a - b + 16 * (random() - 0.5))]
  expect(countComparisons(printed, mixed).compared).toBeLessThanOrEqual(1_000)
})

test('the last names of a cut list are found at the end of the record', () => {
  const authors = upTo(RECORDED).map((at) => ({
    name: `${String.fromCharCode(65 + (at % 26))}nna Name${at}`,
    role: 'author' as const,
    affiliations: [],
  }))
  const names = [0, 1, 2, 3, RECORDED - 1].map((at) => authors[at]?.name ?? '')
  expect(areSamePeople(authors, names, false)).toBe(true)
  expect(areSamePeople(authors, [...names, 'Ben Other'], false)).toBe(false)
})
