import { expect, test } from 'vitest'
import { fileSize, formatCount } from './figures.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [95_630, '95,630'],
  [-1_234_567, '-1,234,567'],
])('thousands are set apart: %d', (value, text) => {
  expect(formatCount(value)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [19_503_514, '18.6 MB'],
  [2 ** 50, '1024.0 TB'],
])('a size has the unit that suits it: %d', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
