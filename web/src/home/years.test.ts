import { expect, test } from 'vitest'
import { spanOfYears } from './years.ts'

test('years without papers have a bar of their own', () => {
  const bars = spanOfYears([
    { value: '2021', count: 4 },
    { value: '2018', count: 2 },
  ])
  expect(bars.map(({ from, count }) => [from, count])).toEqual([
    [2018, 2],
    [2019, 0],
    [2020, 0],
    [2021, 4],
  ])
})

test('a long history is drawn in steps of several years that lose no paper', () => {
  const years = Array.from({ length: 200 }, (_, place) => ({ value: String(1827 + place), count: 1 }))
  const bars = spanOfYears(years)
  expect(bars.length).toBeLessThanOrEqual(48)
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(200)
  expect(bars[0]).toMatchObject({ from: 1825, to: 1829, label: '1825–1829 年' })
})

test('works without a year draw nothing', () => {
  expect(spanOfYears([])).toEqual([])
})
