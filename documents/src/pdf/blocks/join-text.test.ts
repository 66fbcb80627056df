import { expect, test } from 'vitest'
import { joinPieces } from './join-text.ts'

const asPieces = (texts: string[]) => texts.map((text) => ({ text }))
const join = (pieces: string[], ...words: string[]) => joinPieces(asPieces(pieces), new Set(words)).text

test('words cut at the end of a line are whole again, and words with a hyphen of their own keep it', () => {
  expect(join(['the improve-', 'ment of tides'])).toBe('the improvement of tides')
  expect(join(['a self-', 'guided course'], 'self-guided')).toBe('a self-guided course')
  expect(join(['the data-', 'driven way'], 'data', 'driven')).toBe('the data-driven way')
})

test('ideographs are joined without a space, words with one', () => {
  expect(join(['潮位的', '记录'])).toBe('潮位的记录')
  expect(join(['of the', 'tides'])).toBe('of the tides')
})

test('an address broken after a slash stays one, and each piece has its offset', () => {
  const { text, starts } = joinPieces(
    asPieces(['see https://doi.org/', '10.1000/abc and', 'more']),
    new Set(),
  )
  expect(text).toBe('see https://doi.org/10.1000/abc and more')
  expect(starts.map((start) => text.slice(start, start + 4))).toEqual(['see ', '10.1', 'more'])
})

test('a range of pages, a date and the beginning of an address stay whole', () => {
  expect(join(['pp. 11–', '19'])).toBe('pp. 11–19')
  expect(join(['[2019-', '03-15]'])).toBe('[2019-03-15]')
  expect(join(['at https:', '//example.org'])).toBe('at https://example.org')
  expect(join(['of 1912 –', '1913 or'])).toBe('of 1912 – 1913 or')
})

test('half a million lines are joined in the time their length asks for', () => {
  const { text } = joinPieces(
    Array.from({ length: 500_000 }, () => ({ text: 'tide-' })),
    new Set(),
  )
  expect(text).toHaveLength(4 * 500_000 + 1)
})
