/** Values of the signs of Roman numerals, including the subtractive pairs, largest first. */
const SIGNS: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** The first number that has no common Roman numeral. */
const LIMIT = 5_000

/** Returns a whole number in lower-case Roman numerals; in figures below 1 and from 5,000 on. */
export function romanNumeral(value: number): string {
  if (value < 1 || value >= LIMIT) return String(value)
  let rest = value
  let numeral = ''
  for (const [size, sign] of SIGNS)
    while (rest >= size) {
      numeral += sign
      rest -= size
    }
  return numeral
}
