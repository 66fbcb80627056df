import { expect, test } from 'vitest'
import { findMatches } from './found-text.ts'

const found = (text: string, words: string) =>
  findMatches(text, words).map(({ start, end }) => text.slice(start, end))

test('a reader finds words however they are spaced, cased or wide', () => {
  expect(found('Graph  Neural\nNetworks and graph neural networks', 'graph neural networks')).toEqual([
    'Graph  Neural\nNetworks',
    'graph neural networks',
  ])
  expect(found('Ｔｒａｎｓｆｏｒｍｅｒ 模型', 'transformer模型')).toEqual(['Ｔｒａｎｓｆｏｒｍｅｒ 模型'])
  expect(found('a ﬁnal word', 'final')).toEqual(['ﬁnal'])
})

test('nothing is found of nothing, and a word that stands side by side is found as often', () => {
  expect(found('text', '  ')).toEqual([])
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa'])
})

test('signs of two units keep their places', () => {
  expect(found('𝒳 is a set; 𝒴 is one', '𝒴 is')).toEqual(['𝒴 is'])
})

test('a long page that repeats itself is searched in time with its length', () => {
  expect(findMatches('ab '.repeat(200_000), 'abab').length).toBe(500)
})
