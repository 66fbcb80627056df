import { expect, test } from 'vitest'
import { cleanQuote } from './quote.ts'

test('a quote has its words whole, its lines joined, and no spaces between Chinese characters', () => {
  expect(cleanQuote('convolu-\ntional  networks\nwork')).toBe('convolutional networks work')
  expect(cleanQuote('残差 网络\n很深。 ResNet 152 层')).toBe('残差网络很深。 ResNet 152 层')
  expect(cleanQuote('面积，10⁵ m²（①）')).toBe('面积，10⁵ m²（①）')
  expect(cleanQuote('state-of-the-\nArt ﬁnal')).toBe('state-of-the- Art final')
})

test('a page of dashes and breaks is read in time with its length', () => {
  expect(cleanQuote('a-\n '.repeat(50_000)).length).toBeGreaterThan(0)
})
