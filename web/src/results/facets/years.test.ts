import { expect, test } from 'vitest'
import { yearBars } from './years.ts'

test('years without papers have a bar of their own', () => {
  const bars = yearBars([
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
  const bars = yearBars(years)
  expect(bars.length).toBeLessThanOrEqual(48)
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(200)
  expect(bars[0]).toMatchObject({ from: 1827, to: 1841, label: '1841 年及以前' })
  expect(bars.at(-1)).toMatchObject({ to: 2026 })
})

test('a few very old works do not flatten the years that matter', () => {
  const recent = Array.from({ length: 30 }, (_, place) => ({ value: String(1995 + place), count: 10 }))
  const bars = yearBars([{ value: '1240', count: 1 }, ...recent])
  expect(bars).toHaveLength(30)
  expect(bars[0]).toEqual({ from: 1240, to: 1995, count: 11, label: '1995 年及以前' })
})

test('works without a year draw nothing', () => {
  expect(yearBars([])).toEqual([])
})
