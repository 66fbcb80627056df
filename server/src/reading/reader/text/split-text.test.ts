import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

test('a short text is one part, and one without words none', () => {
  expect(splitText('One.')).toEqual(['One.'])
  expect(splitText('')).toEqual([])
})

test('a long text is cut behind a sentence, else a cell, else a word, and nothing of it is lost', () => {
  expect(splitText('A first one. A second one.', 20)).toEqual(['A first one.', 'A second one.'])
  expect(splitText('水分使它分解。封装可以延缓。', 12)).toEqual(['水分使它分解。', '封装可以延缓。'])
  expect(splitText('aa|bb|cc|dd', 7)).toEqual(['aa|bb|', 'cc|dd'])
  expect(splitText('one two three', 9)).toEqual(['one two', 'three'])
})

test('what has no place to be cut is cut anyway, but never within a sign', () => {
  const parts = splitText('𝑥'.repeat(9), 5)
  expect(parts.join('')).toBe('𝑥'.repeat(9))
  expect(parts.every((part) => part.isWellFormed() && part.length <= 5)).toBe(true)
})
