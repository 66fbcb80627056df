import { expect, test } from 'vitest'
import { romanNumeral } from './roman-numeral.ts'

const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 }

/** Reads a numeral: a sign before a larger one is subtracted. */
const readNumeral = (numeral: string): number =>
  [...numeral].reduce((sum, sign, at, signs) => {
    const value = VALUES[sign] ?? Number.NaN
    return value < (VALUES[signs[at + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

test('every number up to 4,999 has a numeral of its value, without four of a sign except thousands', () => {
  for (let value = 1; value < 5_000; value += 1) {
    const numeral = romanNumeral(value)
    expect(readNumeral(numeral), numeral).toBe(value)
    expect(numeral).not.toMatch(/([ivxlcd])\1{3}/)
  }
})

test('numbers without a common numeral stay figures', () => {
  expect([0, -3, 5_000].map(romanNumeral)).toEqual(['0', '-3', '5000'])
})
